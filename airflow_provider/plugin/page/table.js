// Tables, numbers and addresses. Everything that somebody has written goes into the page as text, never as HTML.

const NONE = "–";
const home = new URL("..", document.baseURI).pathname;
const part = encodeURIComponent;

export const airflow = {
  dags: () => `${home}dags`,
  dag: (row) => `${home}dags/${part(row.dag_id)}`,
  run: (row) => `${airflow.dag(row)}/runs/${part(row.run_id)}`,
  task: (row) => `${airflow.run(row)}/tasks/${part(row.task_id)}${row.map_index < 0 ? "" : `/mapped/${row.map_index}`}${region(row)}`,
};
// In a loop a task has instances of the same name, which Airflow tells apart by this.
const region = (row) => (row.region_id ? `?${new URLSearchParams({ region_id: row.region_id, region_index: row.region_index })}` : "");

// The address of another view of this page; period and place stay.
export function here(shown) {
  const asked = new URLSearchParams(location.search);
  const kept = ["since", "until", "in"].map((name) => [name, asked.get(name)]);
  const all = Object.entries({ ...Object.fromEntries(kept), ...shown }).filter(([, value]) => value);
  return `?${new URLSearchParams(all)}`;
}

// Airflow's frame keeps a script from leaving it, so a link of the page around us is followed.
export function leaveFor(address, event) {
  if (event && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  try {
    if (window.top === window) {
      if (!event) location.assign(address);
      return;
    }
    event?.preventDefault();
    const link = window.top.document.createElement("a");
    link.href = address;
    link.click();
  } catch { /* Framed by another origin: the link itself says where it leads. */ }
}

export const number = (value) => (value === null || value === undefined ? NONE : value.toLocaleString("en"));
export const money = (value) =>
  value === null || value === undefined ? NONE : value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 4 : 2 });

export function element(tag, text, properties = {}) {
  const made = Object.assign(document.createElement(tag), properties);
  if (text !== null && text !== undefined) made.textContent = text;
  return made;
}

export function totalsOf(shown) {
  return Object.entries(shown).map(([title, value]) => {
    const box = element("div");
    box.append(element("dt", title), element("dd", value));
    return box;
  });
}

function marksOf(row) {
  const marks = [];
  if (row.unreported_calls) marks.push([`${number(row.unreported_calls)} unreported`, "calls whose answer named no tokens"]);
  if (row.unconfirmed_calls) marks.push([`${number(row.unconfirmed_calls)} unconfirmed`, "calls that got no complete answer and may have been billed"]);
  return marks;
}

const KNOWN = {
  tokens: { title: "Tokens", text: (row) => number(row.tokens), number: true },
  cost: { title: "Cost", text: (row) => money(row.cost), number: true },
  calls: { title: "Calls", text: (row) => number(row.calls), number: true, marks: marksOf },
  seconds: { title: "Seconds", text: (row) => number(row.seconds), number: true },
  runs: { title: "Runs", text: (row) => number(row.runs), number: true },
  tasks: { title: "Task instances", text: (row) => number(row.tasks), number: true },
};

function columnOf(given) {
  if (typeof given !== "string") return given;
  const title = given[0].toUpperCase() + given.slice(1);
  return KNOWN[given] ?? { title, text: (row) => row[given] ?? NONE };
}

function cellOf(row, column) {
  const cell = element("td", null, { className: column.number ? "number" : column.href || column.out ? "name" : "" });
  const marks = column.marks?.(row) ?? (column.mark?.(row) ? [[column.mark(row), ""]] : []);
  for (const [text, title] of marks) cell.append(element("span", text, { className: "mark", title }), " ");
  const address = column.href?.(row) ?? column.out?.(row);
  if (!address) {
    cell.append(column.text(row));
    return cell;
  }
  const link = element("a", column.text(row), { href: address, title: column.text(row) });
  if (column.label) link.setAttribute("aria-label", column.label(row));
  if (column.out) {
    link.target = "_top";
    link.addEventListener("click", (event) => leaveFor(address, event));
  }
  cell.append(link);
  return cell;
}

export function tableOf(title, data, given) {
  const columns = given.map(columnOf);
  const head = element("tr");
  for (const column of columns) {
    head.append(element("th", column.title, { scope: "col", className: column.number ? "number" : "" }));
  }
  const body = element("tbody");
  for (const row of data.rows) {
    const line = element("tr");
    line.append(...columns.map((column) => cellOf(row, column)));
    body.append(line);
  }
  const table = element("table");
  table.append(element("thead"), body);
  table.tHead.append(head);
  // A wide table is scrolled in its own box, by keyboard too.
  const box = element("div", null, { className: "scroll", tabIndex: 0 });
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", title);
  box.append(table);
  return box;
}
