// What the page shows: everything, one DAG (?dag_id=), or one run (?dag_id=&run_id=). Every view is an address.

import { drawDays, drawRuns, drawTasks, clearCharts } from "./charts.js";
import { airflow, element, leaveFor, number, money, here, tableOf, totalsOf } from "./table.js";

const asked = new URLSearchParams(location.search);
const dag = asked.get("dag_id");
const run = dag && asked.get("run_id");
const inTab = asked.get("in") === "tab";
const find = (id) => document.getElementById(id);

const INTERNAL = { headers: { Accept: "application/json" }, credentials: "same-origin" };

async function load(name) {
  const answer = await fetch(`data/${name}?${query()}`, INTERNAL);
  if (answer.ok) return answer.json();
  const told = await answer.json().catch(() => ({}));
  const detail = typeof told.detail === "string" ? told.detail : "Check the period.";
  throw new Error(answer.status === 401 ? "You are signed out. Reload the page to sign in." : detail);
}

function query(more = {}) {
  const kept = Object.fromEntries(["dag_id", "run_id", "since", "until"].map((name) => [name, asked.get(name)]));
  const all = Object.entries({ ...kept, ...more }).filter(([, value]) => value);
  return new URLSearchParams(all).toString();
}

function downloads(name) {
  const links = ["csv", "json"].map((format) => {
    const href = `data/${name}?${query({ format, limit: name === "runs" || name === "tasks" ? "100000" : "" })}`;
    const link = element("a", format.toUpperCase(), { href, download: `spend-${name}.${format}` });
    link.setAttribute("aria-label", `Download ${name} as ${format.toUpperCase()}`);
    return link;
  });
  return links;
}

function section(title, name, data, columns) {
  const box = element("section");
  const bar = element("div", null, { className: "bar" });
  bar.append(element("h2", title), element("span"));
  bar.lastChild.append(...downloads(name));
  box.append(bar, tableOf(title, data, columns));
  if (data.left_out) {
    box.append(element("p", `${number(data.left_out)} more rows are left out here; the downloads have all.`));
  }
  find("tables").append(box);
}

const nameOf = (task) => {
  const mapped = task.map_index < 0 ? "" : ` [${task.map_index}]`;
  return task.task_id + mapped + (task.iteration === null ? "" : `, iteration ${task.iteration}`);
};
const toDag = (row) => here({ dag_id: row.dag_id });
const toRun = (row) => here({ dag_id: row.dag_id, run_id: row.run_id });
const SPENT = ["tokens", "cost", "calls"];

async function showAll() {
  const [days, dags] = await Promise.all([load("days"), load("dags")]);
  totals(dags, { DAGs: dags.rows.length });
  section("DAGs, the dearest first", "dags", dags, [
    { title: "DAG", text: (row) => row.dag_id, href: toDag },
    "runs", "tasks", ...SPENT,
    { title: "In Airflow", text: () => "Open DAG", label: (row) => `Open ${row.dag_id} in Airflow`, out: airflow.dag },
  ]);
  section("Days", "days", days, ["day", { title: "DAG", text: (row) => row.dag_id, href: toDag }, "runs", ...SPENT]);
  return { data: dags, draw: () => drawDays(days, dags, (id) => location.assign(here({ dag_id: id }))) };
}

async function showDag() {
  const runs = await load("runs");
  totals(runs, { Runs: runs.rows.length + runs.left_out });
  section("Runs, the latest first", "runs", runs, [
    { title: "Run", text: (row) => row.run_id, href: toRun },
    { title: "After", text: (row) => row.run_after.replace("T", " ").replace("+00:00", "") },
    "state", "tasks", ...SPENT,
    { title: "In Airflow", text: () => "Open run", label: (row) => `Open run ${row.run_id} in Airflow`, out: airflow.run },
  ]);
  return { data: runs, draw: () => drawRuns(runs, (row) => location.assign(toRun(row))) };
}

async function showRun() {
  const tasks = await load("tasks");
  totals(tasks, { Tasks: tasks.rows.length + tasks.left_out });
  section("Tasks, the dearest first", "tasks", tasks, [
    { title: "Task", text: nameOf, out: airflow.task },
    "state", "operation", "model",
    { title: "Tries", text: (row) => number(row.tries), number: true, mark: (row) => row.tries > 1 && "retried" },
    ...SPENT, "seconds",
    { title: "In Airflow", text: () => "Open task", label: (row) => `Open ${nameOf(row)} in Airflow`, out: airflow.task },
  ]);
  return { data: tasks, draw: () => drawTasks(tasks, nameOf, (row) => leaveFor(airflow.task(row))) };
}

function totals(data, counted) {
  const total = data.total;
  const shown = { Tokens: number(total.tokens), Cost: money(total.cost), Calls: number(total.calls), ...counted };
  if (total.unreported_calls) shown["Calls without a token count"] = number(total.unreported_calls);
  if (total.unconfirmed_calls) shown["Calls without an answer"] = number(total.unconfirmed_calls);
  find("totals").replaceChildren(...totalsOf(shown));
  find("totals").hidden = false;
}

function showEmpty() {
  find("totals").hidden = true;
  find("tables").replaceChildren();
  const text = run
    ? "No task of this run has spent anything yet. "
    : "Nothing was spent in this period. Choose a longer one, or run a DAG with an operator of airflow_provider.operators. ";
  const box = element("p", text, { className: "note", id: "empty" });
  const address = run ? airflow.run({ dag_id: dag, run_id: run }) : dag ? airflow.dag({ dag_id: dag }) : airflow.dags();
  box.append(leaveLink(run ? "Open the run in Airflow" : dag ? "Open the DAG in Airflow" : "Open the list of DAGs", address));
  find("main").append(box);
}

function leaveLink(text, address) {
  const link = element("a", text, { href: address, target: "_top" });
  link.addEventListener("click", (event) => leaveFor(address, event));
  return link;
}

function setUpTrail() {
  find("title").textContent = run ? `Spend of run ${run}` : dag ? `Spend of ${dag}` : "Spend";
  document.title = find("title").textContent;
  const links = [];
  if (dag && !inTab) links.push(element("a", "All DAGs", { href: here({}) }));
  if (run) links.push(element("a", `DAG ${dag}`, { href: here({ dag_id: dag }) }));
  if (run) links.push(leaveLink("Run in Airflow", airflow.run({ dag_id: dag, run_id: run })));
  else if (dag) links.push(leaveLink("DAG in Airflow", airflow.dag({ dag_id: dag })));
  find("trail").replaceChildren(...links);
}

function setUpPeriod(since, until) {
  const form = find("period");
  form.hidden = Boolean(run);
  form.elements.since.value = since;
  form.elements.until.value = until;
  for (const name of ["dag_id", "in"]) {
    const value = asked.get(name);
    if (value && !form.elements[name]) form.append(element("input", null, { type: "hidden", name, value }));
  }
  const presets = [["Today", 1], ["7 days", 7], ["30 days", 30], ["90 days", 90], ["A year", 365]];
  find("presets").replaceChildren(...presets.map(([text, length]) => {
    const day = (back) => new Date(Date.now() - back * 864e5).toISOString().slice(0, 10);
    const link = element("a", text, { href: here({ dag_id: dag, since: day(length - 1), until: day(0) }) });
    if (since === day(length - 1) && until === day(0)) link.setAttribute("aria-current", "true");
    return link;
  }));
}

function followTheme(redraw) {
  const set = () => {
    let outer = null;
    try { outer = window.top === window ? null : window.top.document.documentElement; } catch { outer = null; }
    const system = matchMedia("(prefers-color-scheme: dark)").matches;
    const dark = outer ? outer.classList.contains("dark") || outer.dataset.theme === "dark" : system;
    const theme = dark ? "dark" : "light";
    const root = document.documentElement;
    const grounds = outer ? [outer.ownerDocument.body, outer].map((one) => getComputedStyle(one).backgroundColor) : [];
    const ground = grounds.find((colour) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour)) ?? "";
    if (root.dataset.theme === theme && root.style.getPropertyValue("--ground") === ground) return;
    root.dataset.theme = theme;
    root.style.setProperty("--ground", ground);
    redraw();
  };
  set();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", set);
  try {
    const watch = { attributes: true, attributeFilter: ["class", "data-theme"] };
    if (window.top !== window) new MutationObserver(set).observe(window.top.document.documentElement, watch);
  } catch { /* Framed by a page of another origin: the system's theme it is. */ }
}

async function main() {
  let draw = async () => {};
  const redraw = () => draw().catch((error) => { clearCharts(error.message); });
  followTheme(() => { void redraw(); });
  setUpTrail();
  try {
    const view = await (run ? showRun() : dag ? showDag() : showAll());
    if (!run) setUpPeriod(view.data.since, view.data.until);
    find("status").hidden = true;
    if (view.data.rows.length) {
      draw = view.draw;
      await redraw();
    } else {
      showEmpty();
    }
  } catch (error) {
    if (!run) setUpPeriod(asked.get("since") ?? "", asked.get("until") ?? "");
    find("status").textContent = error.message;
    find("status").className = "note";
  }
  find("main").setAttribute("aria-busy", "false");
}

void main();
