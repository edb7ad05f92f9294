// The charts, drawn by Plotly, whose script this server has out of its installed package. The tables say the same.

import { element } from "./table.js";

// On light and dark ground alike.
const GRID = "rgba(128, 128, 140, 0.35)";
const MOST_DAGS = 10;
const MOST_TASKS = 40;
// Distinct also for people who see few colours (Okabe and Ito).
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c8c8c", "#117733", "#882255", "#999933"];
const box = document.getElementById("charts");

let script = null;

function plotly() {
  script ??= new Promise((done, failed) => {
    const tag = element("script", null, { src: "static/plotly.min.js" });
    tag.onload = () => done(window.Plotly);
    tag.onerror = async () => {
      const told = await fetch(tag.src).then((answer) => answer.json()).catch(() => ({}));
      failed(new Error(told.detail ?? "The charts could not be loaded."));
    };
    document.head.append(tag);
  });
  return script;
}

export function clearCharts(message) {
  box.replaceChildren(element("p", message, { className: "note", id: "no-charts" }));
}

// Plotly reads a little HTML in labels.
const plain = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const sum = (rows, name) => rows.reduce((total, row) => total + (row[name] ?? 0), 0);

function frameFor(title) {
  const figure = element("figure");
  const plot = element("div", null, { className: "plot" });
  plot.setAttribute("role", "img");
  plot.setAttribute("aria-label", `${title}. The tables below have the same figures.`);
  figure.append(element("h2", title), plot);
  box.append(figure);
  return plot;
}

async function draw(Plotly, plot, traces, onClick, more = {}) {
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = { gridcolor: GRID, linecolor: GRID, zerolinecolor: GRID, automargin: true };
  const layout = {
    barmode: "stack",
    colorway: COLOURS,
    font: { color: colour("--text"), family: "system-ui, sans-serif", size: 12 },
    hoverlabel: { namelength: -1 },
    legend: { orientation: "h", y: -0.25 },
    margin: { l: 45, r: 10, t: 10, b: 30 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    showlegend: traces.length > 1 || Boolean(more.legend),
    xaxis: { ...axis, ...more.xaxis },
    yaxis: { ...axis, rangemode: "tozero", ...more.yaxis },
  };
  await Plotly.newPlot(plot, traces, layout, { responsive: true, displayModeBar: false });
  plot.on("plotly_click", (event) => onClick(event.points[0].customdata));
}

async function drawEach(charts) {
  const Plotly = await plotly();
  box.replaceChildren();
  const wanted = [];
  for (const [title, traces, onClick, more] of charts) {
    const drawn = traces.filter((trace) => (trace.orientation === "h" ? trace.x : trace.y).some((value) => value > 0));
    // All frames first: a chart takes the width that its frame has when it is drawn.
    if (drawn.length) wanted.push([frameFor(title), drawn, onClick, more]);
  }
  for (const one of wanted) await draw(Plotly, ...one);
}

// Most of a day, in milliseconds.
const BAR = 0.8 * 864e5;
const MISSING = { unreported_calls: "no token count", unconfirmed_calls: "no answer" };

export function drawDays(days, dags, onDag) {
  const top = dags.rows.slice(0, MOST_DAGS).map((row) => row.dag_id);
  const groups = dags.rows.length > top.length ? [...top, null] : top;
  const known = new Set(top);
  const dates = [...new Set(days.rows.map((row) => row.day))];
  const rowsOf = (group) => days.rows.filter((row) => (group === null ? !known.has(row.dag_id) : row.dag_id === group));
  const bars = (name) => groups.map((group) => {
    const byDay = Map.groupBy(rowsOf(group), (row) => row.day);
    return {
      type: "bar", name: group === null ? "all others" : plain(group), x: dates, width: BAR,
      y: dates.map((day) => sum(byDay.get(day) ?? [], name)), customdata: dates.map(() => group),
    };
  });
  const missing = Object.entries(MISSING).map(([name, title]) => {
    const byDay = Map.groupBy(days.rows, (row) => row.day);
    return { type: "bar", name: title, x: dates, width: BAR, y: dates.map((day) => sum(byDay.get(day), name)), customdata: dates };
  });
  const open = (group) => group && onDag(group);
  const xaxis = { type: "date", tickformat: "%b %-d", range: [`${days.since}T00:00`, `${days.until}T23:59`].map(around) };
  return drawEach([
    ["Tokens a day, by DAG", bars("tokens"), open, { xaxis }],
    ["Cost a day, by DAG", bars("cost"), open, { xaxis }],
    ["Calls a day whose tokens are not known", missing, () => {}, { xaxis, legend: true }],
  ]);
}

// Bars are centred on midnight.
const around = (moment) => new Date(Date.parse(`${moment}Z`) - 432e5).toISOString();

export function drawRuns(runs, onRun) {
  const rows = [...runs.rows].reverse();
  const bars = (name, title) => ({
    type: "bar", name: title, x: rows.map((row) => row.run_after), y: rows.map((row) => row[name] ?? 0),
    customdata: rows, text: rows.map((row) => plain(row.run_id)), textposition: "none", hovertemplate: "%{text}<br>%{y}<extra></extra>",
  });
  const missing = Object.entries(MISSING).map(([name, title]) => bars(name, title));
  const xaxis = rows.length < 60 ? { type: "category", tickvals: [], title: { text: "runs, oldest first" } } : { type: "date" };
  return drawEach([
    ["Tokens of each run", [bars("tokens", "tokens")], onRun, { xaxis }],
    ["Cost of each run", [bars("cost", "cost")], onRun, { xaxis }],
    ["Calls of each run whose tokens are not known", missing, onRun, { xaxis, legend: true }],
  ]);
}

export function drawTasks(tasks, nameOf, onTask) {
  const rows = tasks.rows.slice(0, MOST_TASKS).reverse();
  const bars = (name, title) => ({
    type: "bar", orientation: "h", name: title, y: rows.map((row) => plain(nameOf(row))), x: rows.map((row) => row[name] ?? 0),
    customdata: rows, text: rows.map((row) => (row.tries > 1 ? `${row.tries} tries` : "")),
  });
  const missing = Object.entries(MISSING).map(([name, title]) => bars(name, title));
  return drawEach([
    ["Tokens of each task", [bars("tokens", "tokens")], onTask],
    ["Cost of each task", [bars("cost", "cost")], onTask],
    ["Calls of each task whose tokens are not known", missing, onTask, { legend: true }],
  ]);
}
