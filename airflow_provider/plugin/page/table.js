// One table: searched, sorted and cut by the server, for there may be 100,000 rows.

import { asked, leaving, load, remember } from "./address.js";
import { caveatsOf, costOf, element, NOT_REPORTED, number, plural, tokensOf } from "./words.js";

const ROWS = 25;
const WAIT = 250;

const KNOWN = {
  cost: { title: "Cost", text: costOf, number: true, share: (row) => row.cost ?? 0 },
  tokens: { title: "Tokens", text: tokensOf, number: true, share: (row) => row.tokens ?? 0, marks: partlyReported },
  calls: { title: "Calls", text: (row) => number(row.calls), number: true, marks: caveatsOf },
  runs: { title: "Runs", text: (row) => number(row.runs), number: true, extra: true },
  seconds: { title: "Seconds", text: (row) => (row.seconds === null ? "–" : number(row.seconds)), number: true, extra: true },
  reused_calls: { title: "Reused", text: (row) => number(row.reused_calls), number: true, extra: true },
};

function partlyReported(row) {
  if (row.tokens === null || !row.unreported_calls) return [];
  return [[row.unreported_calls, NOT_REPORTED, "calls whose answers named no tokens, beside those of this sum", "mark quiet-mark"]];
}

const columnOf = (given) => (typeof given === "string" ? { name: given, ...KNOWN[given] } : given);

function cellOf(row, column, most) {
  const kinds = [column.number && "number", column.extra && "extra", column.href && "name"].filter(Boolean);
  const cell = element("td", null, { className: kinds.join(" ") });
  const text = column.text(row);
  if (column.href) {
    const link = element("a", text, { href: column.href(row), title: text });
    cell.append(column.leaves ? leaving(link) : link);
    if (column.out) cell.append(" ", leaving(element("a", "↗", { className: "out", href: column.out(row), label: `Open ${text} in Airflow`, title: "Open in Airflow" })));
  } else {
    cell.append(text);
  }
  for (const [count, what, why, className = "mark"] of column.marks?.(row) ?? []) cell.append(" ", element("span", `${number(count)} ${what}`, { className, title: why }));
  const share = column.share && most ? column.share(row) / most : 0;
  if (share > 0) cell.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
  return cell;
}

// Shows *what*: { title, route, params, columns, sort } in *box*, and goes on to what is asked for there.
export function showTable(box, what, shown = () => {}) {
  const columns = what.columns.map(columnOf);
  const given = Number(asked.get("offset") ?? 0);
  const state = { search: asked.get("search") ?? "", sort: asked.get("sort"), order: asked.get("order"), offset: Number.isInteger(given) && given > 0 ? given : 0 };
  const search = element("input", null, { type: "search", value: state.search, placeholder: "Search", label: `Search ${what.title}` });
  const links = ["csv", "json"].map((format) => element("a", format.toUpperCase(), { label: `Download ${what.title} as ${format.toUpperCase()}`, download: `${what.file}.${format}` }));
  // The charges of a period, whatever the table shows of it.
  const period = new URLSearchParams(["dag_id", "since", "until"].filter((name) => what.params[name]).map((name) => [name, what.params[name]]));
  const charges = what.params.run_id ? [] : [element("a", "FOCUS", { label: "Download the period as FOCUS 1.2", download: "", href: `data/focus?${period}` })];
  const told = element("span", "", { className: "quiet", role: "status" });
  const head = element("tr");
  const body = element("tbody");
  const table = element("table", null, {}, element("thead", null, {}, head), body);
  const scroll = element("div", null, { className: "scroll", tabIndex: 0, role: "region", label: what.title }, table);
  const [earlier, later] = ["Previous", "Next"].map((text) => element("button", text, { type: "button" }));
  const pager = element("div", null, { className: "pager" }, earlier, later);
  box.replaceChildren(element("div", null, { className: "bar" }, search, told, element("span", null, { className: "downloads" }, ...links, ...charges)), scroll, pager);

  const heads = columns.map((column) => {
    const cell = element("th", null, { scope: "col", className: [column.number && "number", column.extra && "extra"].filter(Boolean).join(" ") });
    const button = element("button", column.title, { type: "button" });
    button.addEventListener("click", () => {
      const same = sorted() === column.name;
      const first = column.number || column.latestFirst ? "desc" : "asc";
      void go({ sort: column.name, order: same ? (ordered() === "desc" ? "asc" : "desc") : first, offset: 0 });
    });
    cell.append(button);
    head.append(cell);
    return [column.name, cell];
  });
  const sorted = () => state.sort ?? what.sort;
  const ordered = () => state.order ?? (state.sort ? "desc" : what.order ?? "desc");
  // The latest question wins, whichever answer comes first.
  let question = 0;

  async function go(changes) {
    Object.assign(state, changes);
    const { offset, ...rest } = state;
    if (Object.keys(changes).length) remember({ ...rest, offset: offset || "" });
    const params = { ...what.params, ...rest };
    links.forEach((link, place) => { link.href = `data/${what.route}?${new URLSearchParams(Object.entries({ ...params, limit: 100000, format: ["csv", "json"][place] }).filter(([, value]) => value))}`; });
    const mine = ++question;
    const data = await load(what.route, { ...params, offset, limit: ROWS });
    if (mine !== question) return data;
    if (offset && offset >= data.found) return go({ offset: 0 });
    fill(data);
    shown(data);
    return data;
  }

  function fill(data) {
    const most = Object.fromEntries(columns.filter((column) => column.share).map((column) => [column.name, Math.max(0, ...data.rows.map(column.share))]));
    body.replaceChildren(...data.rows.map((row) => element("tr", null, {}, ...columns.map((column) => cellOf(row, column, most[column.name])))));
    if (!data.rows.length) body.append(element("tr", null, {}, element("td", data.count ? `Nothing here has “${state.search}” in its name.` : "Nothing.", { colSpan: columns.length })));
    for (const [name, cell] of heads) {
      if (name === sorted()) cell.setAttribute("aria-sort", ordered() === "desc" ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
    const last = state.offset + data.rows.length;
    const all = plural(data.found, what.one, what.many);
    const range = data.found > ROWS ? `${number(state.offset + 1)} to ${number(last)} of ${all}` : all;
    told.textContent = data.found < data.count ? `${range}, out of ${number(data.count)}` : range;
    pager.hidden = data.found <= ROWS;
    earlier.disabled = state.offset === 0;
    later.disabled = last >= data.found;
  }

  const attempt = (changes) => go(changes).catch((error) => { told.textContent = error.message; });
  earlier.addEventListener("click", () => { void attempt({ offset: Math.max(0, state.offset - ROWS) }); });
  later.addEventListener("click", () => { void attempt({ offset: state.offset + ROWS }); });
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { void attempt({ search: search.value.trim(), offset: 0 }); }, WAIT);
  });
  return go({});
}
