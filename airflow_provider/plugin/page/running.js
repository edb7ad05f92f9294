// The batches that run now, asked for again and again while there are any and somebody looks.

import { airflow, leaving, load } from "./address.js";
import { duration, element, find, number } from "./words.js";

const SECONDS = 2.5;
const REST_SECONDS = 15;
const MOST = 12;

export const nameOf = (task) => {
  const mapped = task.map_index < 0 ? "" : ` [${task.map_index}]`;
  return task.task_id + mapped + (task.iteration === null ? "" : `, iteration ${task.iteration}`);
};

function lineOf(row) {
  const counts = [`${number(row.done)} of ${number(row.total)} done`, `${number(row.failed)} failed`, `${number(row.in_flight)} in flight`];
  if (row.seconds_left !== null && row.done < row.total) counts.push(`about ${duration(row.seconds_left)} left`);
  if (row.age > 30) counts.push(`as of ${duration(row.age)} ago`);
  const name = `${row.dag_id}: ${nameOf(row)}`;
  const link = leaving(element("a", name, { href: airflow.task({ region_id: null, ...row }) }));
  const bar = element("progress", null, { max: Math.max(1, row.total), value: row.done, label: `Done of ${name}` });
  return element("li", null, {}, link, bar, element("span", counts.join(", ")));
}

export function watchBatches(params, changed) {
  let there = 0;
  const look = async () => {
    if (document.hidden) return;
    const { rows } = await load("running", params);
    const more = rows.length > MOST ? [element("p", `and ${number(rows.length - MOST)} more`, { className: "quiet" })] : [];
    find("running").replaceChildren(...(rows.length ? [element("h2", "Running now"), element("ul", null, {}, ...rows.slice(0, MOST).map(lineOf)), ...more] : []));
    // Their spend counts with what is shown above.
    if (rows.length || there) changed();
    there = rows.length;
  };
  const again = async () => {
    await look().catch(() => {});
    setTimeout(again, 1000 * (there ? SECONDS : REST_SECONDS));
  };
  void again();
}
