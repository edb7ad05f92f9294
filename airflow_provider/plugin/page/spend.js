// What the page shows: everything, one DAG (?dag_id=), or one run (?dag_id=&run_id=).

import { airflow, asked, dag, here, inTab, leaving, load, remember, run, settle } from "./address.js";
import { showBudgets } from "./budgets.js";
import { drawCharts } from "./charts.js";
import { nameOf, watchBatches } from "./running.js";
import { showTable } from "./table.js";
import { followTheme } from "./theme.js";
import { showOverview, showRunTotals } from "./tiles.js";
import { element, find } from "./words.js";

const SPENT = ["cost", "tokens", "calls"];
const toDag = (row) => here({ dag_id: row.dag_id });
const toRun = (row) => here({ dag_id: row.dag_id, run_id: row.run_id });
const toDay = (day) => here({ dag_id: dag, since: day, until: day });
const dagColumn = { name: "dag_id", title: "DAG", text: (row) => row.dag_id, href: toDag, out: airflow.dag };
const named = (name, title) => ({ name, title, text: (row) => row[name] ?? "not named" });
const later = (column) => ({ ...column, extra: true });

// By the name in the address: what a table is of, and where its rows come from.
const TABLES = {
  dag: { title: "DAGs", one: "DAG", many: "DAGs", columns: [dagColumn, ...SPENT, "runs", "reused_calls"] },
  runs: {
    title: "Runs", one: "run", many: "runs", route: "runs", sort: "run_after",
    columns: [
      { name: "run_id", title: "Run", text: (row) => row.run_id, href: toRun, out: airflow.run },
      ...SPENT,
      { name: "run_after", title: "After (UTC)", text: (row) => row.run_after.replace("T", " ").replace("+00:00", ""), latestFirst: true, extra: true },
      later(named("state", "State")),
    ],
  },
  task: { title: "Tasks", one: "task", many: "tasks", columns: [named("task_id", "Task"), ...SPENT, "seconds", "reused_calls"] },
  operation: { title: "Operations", one: "operation", many: "operations", columns: [named("operation", "Operation"), ...SPENT, "seconds"] },
  model: { title: "Models", one: "model", many: "models", columns: [named("model", "Model"), ...SPENT, "seconds"] },
  connection: { title: "Connections", one: "connection", many: "connections", columns: [named("connection", "Connection"), ...SPENT, "seconds"] },
  day: {
    title: "Days", one: "day", many: "days", sort: "day",
    columns: [{ name: "day", title: "Day (UTC)", text: (row) => row.day, href: (row) => toDay(row.day), latestFirst: true }, ...SPENT, "runs"],
  },
};
const OF_RUN = {
  title: "Tasks", one: "task instance", many: "task instances", route: "tasks", file: "spend-tasks", sort: "cost",
  columns: [
    { name: "task_id", title: "Task", text: nameOf, href: airflow.task, leaves: true },
    ...SPENT,
    later(named("state", "State")), later(named("operation", "Operation")), later(named("model", "Model")), later(named("connection", "Connection")),
    { name: "tries", title: "Tries", text: (row) => String(row.tries), number: true, extra: true },
    "seconds",
  ],
};
const IN_CHARTS = ["task", "operation", "model", "connection"];

const period = () => ({ since: asked.get("since"), until: asked.get("until") });
const isOneDay = () => asked.get("since") !== null && asked.get("since") === asked.get("until");
const tabs = () => Object.keys(TABLES).filter((name) => !(name === "dag" && dag) && !(name === "day" && isOneDay()));
const firstTab = () => (dag || isOneDay() ? "runs" : "dag");
const tab = () => (tabs().includes(asked.get("tab")) ? asked.get("tab") : firstTab());
const byOf = (name) => (IN_CHARTS.includes(name) ? name : dag ? "task" : "dag");

let view = null;
const redraw = () => (view ? drawCharts(view, view.by, (day) => location.assign(toDay(day))) : null);

async function overview() {
  const by = byOf(tab());
  view = { ...(await load("overview", { dag_id: dag, ...period(), by })), by };
  showOverview(view);
  showBudgets(view.budgets, Boolean(dag));
}

async function showTab(name) {
  const what = TABLES[name];
  for (const link of find("tabs").children) {
    if (link.dataset.tab === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // Without a DAG, its name says more than that of a run or task.
  const columns = dag || !["runs", "task"].includes(name) ? what.columns : [what.columns[0], ...what.columns.slice(1, 4), dagColumn, ...what.columns.slice(4)];
  const params = { dag_id: dag, ...period(), ...(what.route ? {} : { by: name }) };
  const given = { route: "breakdown", file: `spend-${name}`, sort: "cost", ...what, params, columns };
  return showTable(find("table"), given);
}

function setUpTabs() {
  find("tabs").replaceChildren(...tabs().map((name) => {
    const link = element("a", TABLES[name].title, { href: here({ dag_id: dag, tab: name }) });
    link.dataset.tab = name;
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      remember({ tab: name, search: "", sort: "", order: "", offset: "" });
      await attempt(async () => {
        if (view.by !== byOf(name)) {
          await overview();
          void redraw();
        }
        await showTab(name);
      });
    });
    return link;
  }));
}

async function showPeriod() {
  await overview();
  setUpPeriod(view);
  setUpTabs();
  const data = await showTab(tab());
  if (!data.count) showEmpty();
  else void redraw();
  watchBatches({ dag_id: dag }, () => { void attempt(overview); });
}

async function showRun() {
  // The totals are those of all tasks, whatever is searched for.
  const show = () => showTable(find("table"), { ...OF_RUN, params: { dag_id: dag, run_id: run } }, showRunTotals);
  const data = await show();
  if (!data.count) showEmpty();
  watchBatches({ dag_id: dag, run_id: run }, () => { void attempt(async () => showRunTotals(await load("tasks", { dag_id: dag, run_id: run, limit: 1 }))); });
}

function showEmpty() {
  for (const id of ["tiles", "charts", "table", "tabs"]) find(id).hidden = true;
  const text = run
    ? "No task of this run has spent anything yet. "
    : "Nothing was spent in this period. Choose a longer one, or run a DAG with an operator of airflow_provider.operators. ";
  const [words, address] = run
    ? ["Open the run in Airflow", airflow.run({ dag_id: dag, run_id: run })]
    : dag ? ["Open the DAG in Airflow", airflow.dag({ dag_id: dag })] : ["Open the list of DAGs", airflow.dags()];
  find("main").append(element("p", text, { className: "note", id: "empty" }, leaving(element("a", words, { href: address }))));
}

function setUpTrail() {
  const day = isOneDay() && !run ? ` on ${asked.get("since")}` : "";
  find("title").textContent = run ? `Spend of run ${run}` : dag ? `Spend of ${dag}${day}` : `Spend${day}`;
  document.title = find("title").textContent;
  const links = [];
  if (dag && !inTab) links.push(element("a", "All DAGs", { href: here({}) }));
  if (run) links.push(element("a", `DAG ${dag}`, { href: here({ dag_id: dag }) }));
  if (run) links.push(leaving(element("a", "Run in Airflow", { href: airflow.run({ dag_id: dag, run_id: run }) })));
  else if (dag) links.push(leaving(element("a", "DAG in Airflow", { href: airflow.dag({ dag_id: dag }) })));
  find("trail").replaceChildren(...links);
}

const PRESETS = [["Today", 1], ["7 days", 7], ["30 days", 30], ["90 days", 90], ["A year", 365]];
const daysAgo = (back) => new Date(Date.now() - back * 864e5).toISOString().slice(0, 10);

function setUpPeriod({ since, until }) {
  const form = find("period");
  form.hidden = false;
  form.elements.since.value = since;
  form.elements.until.value = until;
  for (const name of ["dag_id", "in"]) {
    const value = asked.get(name);
    if (value && !form.elements[name]) form.append(element("input", null, { type: "hidden", name, value }));
  }
  find("presets").replaceChildren(...PRESETS.map(([text, length]) => {
    const [first, last] = [daysAgo(length - 1), daysAgo(0)];
    const link = element("a", text, { href: here({ dag_id: dag, tab: asked.get("tab"), since: first, until: last }) });
    if (since === first && until === last) link.setAttribute("aria-current", "true");
    return link;
  }));
}

async function attempt(what) {
  try {
    await what();
    find("status").hidden = true;
  } catch (error) {
    find("status").textContent = error.message;
    find("status").className = "note";
    find("status").hidden = false;
  }
}

async function main() {
  followTheme(() => { void redraw(); });
  settle();
  setUpTrail();
  await attempt(run ? showRun : showPeriod);
  // A wrong period can be mended.
  if (!run && view === null) setUpPeriod({ since: asked.get("since") ?? "", until: asked.get("until") ?? "" });
  find("main").setAttribute("aria-busy", "false");
}

void main();
