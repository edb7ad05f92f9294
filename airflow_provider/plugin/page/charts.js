// The days of a period, drawn by Plotly, whose script this server has out of its installed package. The tables say the same.

import { amount, element, find, number } from "./words.js";

const GRID = "rgba(128, 128, 140, 0.3)";
// Distinct also for people who see few colours (Okabe and Ito).
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a800", "#882255"];
const OTHERS = "#8c8c8c";
const DAY = 864e5;
const MOST_TICKS = 8;
const NARROW = 640;

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

// Plotly reads a little HTML in labels.
const plain = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const shortened = (text) => (text.length > 28 ? `${text.slice(0, 27)}…` : text);

// A single day is said better by its number.
const isWorthIt = (chart) => new Set(chart.series.flatMap((one) => Object.keys(one.days))).size > 1;

// A name keeps its colour in all charts, although each chart ranks for itself.
function coloursOf(charts) {
  const known = new Map();
  for (const { series } of charts) {
    const names = series.filter((one) => !one.others).map((one) => one.name);
    const taken = new Set(names.map((name) => known.get(name)));
    const free = COLOURS.filter((colour) => !taken.has(colour));
    for (const name of names) if (!known.has(name)) known.set(name, free.shift());
  }
  return known;
}

function tracesOf(chart, colours, unnamed) {
  const told = (value) => (chart.measure === "cost" ? amount(value, chart.currency) : `${number(value)} tokens`);
  return chart.series.map((one) => {
    const name = one.others ? `${number(one.others)} others` : one.name ?? unnamed;
    const days = Object.entries(one.days);
    return {
      type: "bar", name: plain(shortened(name)), x: days.map(([day]) => day), y: days.map(([, value]) => value), width: 0.8 * DAY,
      marker: { color: one.others ? OTHERS : colours.get(one.name) }, customdata: days.map(([, value]) => told(value)),
      hovertemplate: `${plain(name)}<br>%{x|%b %-d, %Y}: %{customdata}<extra></extra>`,
    };
  });
}

function highest(chart) {
  const sums = {};
  for (const one of chart.series) for (const [day, value] of Object.entries(one.days)) sums[day] = (sums[day] ?? 0) + value;
  return Math.max(...Object.values(sums));
}

function layoutOf(chart, traces, { since, until }) {
  const style = getComputedStyle(document.documentElement);
  const axis = { gridcolor: GRID, linecolor: GRID, zerolinecolor: GRID, automargin: true, fixedrange: true };
  const days = (Date.parse(until) - Date.parse(since)) / DAY + 1;
  // Bars are centred on midnight.
  const around = (day, back) => new Date(Date.parse(day) + back * DAY / 2).toISOString();
  const narrow = innerWidth < NARROW;
  const every = Math.ceil(days / (narrow ? MOST_TICKS / 2 : MOST_TICKS));
  const whole = chart.measure === "tokens" ? { tickformat: ",d", ...(highest(chart) < 5 ? { dtick: 1 } : {}) } : {};
  return {
    barmode: "stack",
    font: { color: style.getPropertyValue("--text").trim(), family: style.getPropertyValue("--font").trim(), size: 12 },
    hoverlabel: { namelength: -1, align: "left" },
    legend: narrow ? { orientation: "v", x: 0, y: -0.2, yanchor: "top" } : { orientation: "v", x: 1.01, y: 1 },
    margin: { l: 10, r: 10, t: 8, b: 10 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    showlegend: traces.length > 1,
    xaxis: { ...axis, type: "date", tick0: since, dtick: every * DAY, tickformat: "%b %-d", range: [around(since, -1), around(until, 1)] },
    yaxis: { ...axis, rangemode: "tozero", nticks: 6, exponentformat: "none", separatethousands: true, ticksuffix: chart.currency ? ` ${plain(chart.currency)}` : "", ...whole },
  };
}

const titleOf = (chart, by) => {
  const what = chart.measure === "cost" ? `Cost a day${chart.currency ? `, in ${chart.currency}` : ""}` : "Tokens a day";
  return chart.series.length > 1 ? `${what}, by ${by === "dag" ? "DAG" : by}` : what;
};

// Draws what *view* has of the days by *by*; *onDay* is told the day of a bar that is clicked.
export async function drawCharts(view, by, onDay) {
  const box = find("charts");
  const wanted = view.charts.filter(isWorthIt);
  if (!wanted.length) {
    box.replaceChildren();
    return;
  }
  let Plotly = null;
  try {
    Plotly = await plotly();
  } catch (error) {
    box.replaceChildren(element("p", error.message, { className: "note", id: "no-charts" }));
    return;
  }
  // All frames first: a chart takes the width that its frame has when it is drawn.
  const plots = wanted.map((chart) => element("div", null, { className: "plot", role: "img", label: `${titleOf(chart, by)}. The table of days has the same figures.` }));
  box.replaceChildren(...wanted.map((chart, place) => element("figure", null, {}, element("h2", titleOf(chart, by)), plots[place])));
  const colours = coloursOf(wanted);
  for (const [place, chart] of wanted.entries()) {
    const traces = tracesOf(chart, colours, `no ${by}`);
    // Beside a narrow chart there is no room for its legend.
    plots[place].style.height = innerWidth < NARROW && traces.length > 1 ? `${13 + 1.5 * traces.length}rem` : "";
    await Plotly.newPlot(plots[place], traces, layoutOf(chart, traces, view), { responsive: true, displayModeBar: false });
    plots[place].on("plotly_click", (event) => onDay(event.points[0].x.slice(0, 10)));
  }
}
