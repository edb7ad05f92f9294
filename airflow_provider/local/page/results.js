// An answer as elements: rows as a table, Markdown as a document, anything else as text. Nothing is parsed as HTML.

import { rendered } from "./markdown.js";

// Beyond this a browser shows no more of it in reasonable time; the JSON below has all of it.
const MOST_ROWS = 1000;
const MOST_MARKDOWN = 200000;

export function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Return what shows the response of an operation. */
export function shown(operation, response) {
  if (typeof response === "string") return operation === "extract" ? element("p", response, { class: "text" }) : markdown(response);
  const rows = Array.isArray(response) ? response : [response];
  if (!rows.every((row) => row && typeof row === "object")) return element("pre", JSON.stringify(response, null, 2));
  return rows.length ? table(rows) : element("p", "No row was found.", { class: "quiet" });
}

function table(rows) {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const made = element("table");
  const head = made.createTHead().insertRow();
  for (const name of names) head.append(element("th", name, { scope: "col" }));
  const body = made.createTBody();
  for (const row of rows.slice(0, MOST_ROWS)) {
    const line = body.insertRow();
    for (const name of names) line.append(cell(row[name]));
  }
  const scroll = element("div", "", { class: "scroll", tabindex: "0" });
  scroll.append(made);
  if (rows.length > MOST_ROWS) scroll.append(element("p", `The first ${MOST_ROWS} of ${rows.length} rows.`, { class: "quiet" }));
  return scroll;
}

function cell(value) {
  if (value === null || value === undefined) return element("td", "null", { class: "quiet" });
  return element("td", typeof value === "object" ? JSON.stringify(value) : String(value), { class: typeof value });
}

function markdown(text) {
  const both = document.createElement("div");
  const page = element("article");
  page.append(rendered(text.slice(0, MOST_MARKDOWN)));
  if (text.length > MOST_MARKDOWN) page.append(element("p", "This is the beginning. The source has all of it.", { class: "quiet" }));
  const source = element("pre", text);
  source.hidden = true;
  const toggle = element("button", "Show the source", { type: "button" });
  toggle.addEventListener("click", () => {
    source.hidden = !source.hidden;
    page.hidden = !source.hidden;
    toggle.textContent = source.hidden ? "Show the source" : "Show it rendered";
  });
  both.append(toggle, page, source);
  return both;
}
