// Markdown as elements: the subset that the service writes, built node by node.
// HTML in it stays text, only http, https and mailto are linked, and images are named, not loaded.

import { inline } from "./inline.js";

const DEEPEST = 12;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=\s|$)/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?: {1,4}|$)/;
const DIVIDER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const STARTS = [FENCE, HEADING, RULE, QUOTE, ITEM];

/** Return *markdown* as a fragment of elements. */
export function rendered(markdown) {
  const made = document.createDocumentFragment();
  blocks(made, markdown.replaceAll("\t", "    ").split(/\r?\n/), 0);
  return made;
}

function add(parent, name) {
  return parent.appendChild(document.createElement(name));
}

function blocks(parent, lines, depth) {
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (!line.trim()) at += 1;
    else if (FENCE.test(line)) at = fenced(parent, lines, at);
    else if (line.startsWith("    ")) at = indented(parent, lines, at);
    else if (HEADING.test(line)) at = heading(parent, lines, at);
    else if (RULE.test(line)) at = (add(parent, "hr"), at + 1);
    else if (QUOTE.test(line) && depth < DEEPEST) at = quote(parent, lines, at, depth);
    else if (ITEM.test(line) && depth < DEEPEST) at = list(parent, lines, at, depth);
    else if (line.includes("|") && DIVIDER.test(lines[at + 1] ?? "")) at = table(parent, lines, at);
    else at = paragraph(parent, lines, at);
  }
}

function fenced(parent, lines, at) {
  const mark = FENCE.exec(lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !(lines[end].trim().startsWith(mark) && new Set(lines[end].trim()).size === 1)) end += 1;
  add(add(parent, "pre"), "code").textContent = lines.slice(at + 1, end).join("\n");
  return end + 1;
}

function indented(parent, lines, at) {
  let end = at;
  while (end < lines.length && lines[end].startsWith("    ")) end += 1;
  add(add(parent, "pre"), "code").textContent = lines.slice(at, end).map((line) => line.slice(4)).join("\n");
  return end;
}

function heading(parent, lines, at) {
  const marks = HEADING.exec(lines[at])[1];
  const text = lines[at].trim().slice(marks.length).trim();
  inline(add(parent, `h${marks.length}`), text.replace(/ #+$/, ""));
  return at + 1;
}

function quote(parent, lines, at, depth) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  blocks(add(parent, "blockquote"), lines.slice(at, end).map((line) => line.replace(QUOTE, "")), depth + 1);
  return end;
}

function list(parent, lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  const made = add(parent, first[3] ? "ol" : "ul");
  if (first[3]) made.start = Number(first[3]);
  while (at < lines.length) {
    const found = ITEM.exec(lines[at]);
    if (!found || RULE.test(lines[at]) || Boolean(found[3]) !== Boolean(first[3])) break;
    const inside = [lines[at].slice(found[0].length)];
    const indent = " ".repeat(found[0].length);
    let loose = false;
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at];
      if (!line.trim()) inside.push("");
      else if (line.startsWith(indent)) inside.push(line.slice(indent.length));
      else if (inside.at(-1) && !STARTS.some((start) => start.test(line))) inside.push(line.trimStart());
      else break;
      loose ||= inside.at(-2) === "" && /^\S/.test(inside.at(-1));
    }
    const item = add(made, "li");
    blocks(item, inside, depth + 1);
    if (!loose) for (const one of [...item.children]) if (one.localName === "p") one.replaceWith(...one.childNodes);
  }
  return at;
}

/** Return the cells of a row: divided at every bar that has no backslash before it. */
function cellsOf(line) {
  const text = line.trim().replace(/^\|/, "");
  const cells = [""];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && text[at + 1] === "|") cells[cells.length - 1] += text[(at += 1)];
    else if (text[at] === "\\") cells[cells.length - 1] += text.slice(at, (at += 1) + 1);
    else if (text[at] === "|") cells.push("");
    else cells[cells.length - 1] += text[at];
  }
  if (cells.length > 1 && !cells.at(-1).trim()) cells.pop();
  return cells;
}

function table(parent, lines, at) {
  const made = add(parent, "table");
  const columns = cellsOf(lines[at]);
  const head = made.createTHead().insertRow();
  for (const one of columns) inline(add(head, "th"), one.trim());
  const body = made.createTBody();
  for (at += 2; at < lines.length && lines[at].trim() && lines[at].includes("|"); at += 1) {
    const cells = cellsOf(lines[at]);
    const row = body.insertRow();
    for (let column = 0; column < columns.length; column += 1) inline(add(row, "td"), (cells[column] ?? "").trim());
  }
  return at;
}

function paragraph(parent, lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !STARTS.some((start) => start.test(lines[end]))) end += 1;
  inline(add(parent, "p"), lines.slice(at, end).map((line) => line.trimStart()).join("\n").trimEnd());
  return end;
}
