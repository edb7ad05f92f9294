// The first screen: what the period has cost beside the one before, the month, and what of that is not known.

import { amount, AT_LEAST, caveatsOf, costOf, element, find, moneyOf, number, plural, tokensOf } from "./words.js";

function tile(title, value, ...notes) {
  const figure = element("dd", null, { className: "value" });
  if (value.startsWith(AT_LEAST)) figure.append(element("small", AT_LEAST), value.slice(AT_LEAST.length));
  else figure.append(value);
  const box = element("div", null, {}, element("dt", title), figure);
  for (const note of notes.filter(Boolean)) box.append(element("dd", note, { className: "note-line" }));
  return box;
}

function daysOf(before) {
  const days = (Date.parse(before.until) - Date.parse(before.since)) / 864e5 + 1;
  return days === 1 ? "the day before" : `the ${number(days)} days before`;
}

function compared(now, then, before, told) {
  if (!then) return now ? `none in ${daysOf(before)}` : null;
  const change = Math.round((100 * (now - then)) / then);
  const words = change === 0 ? "as much as" : `${number(Math.abs(change))} % ${change > 0 ? "more" : "less"} than`;
  return `${words} in ${daysOf(before)} (${told})`;
}

function costTile({ total, before }) {
  const notes = Object.entries(total.costs).map(([currency, text]) => {
    const then = Number(before.total.costs[currency] ?? 0);
    return compared(Number(text), then, before, amount(then, currency));
  });
  return tile("Cost", costOf(total), ...notes);
}

function monthTile(month) {
  const ends = new Date().toLocaleDateString("en", { month: "long", timeZone: "UTC" });
  const priced = Object.keys(month.expected.costs).length > 0;
  const so_far = priced ? costOf(month.so_far) : month.so_far.tokens === null ? "–" : `${number(month.so_far.tokens)} tokens`;
  const expected = priced ? moneyOf(month.expected.costs) : month.expected.tokens === null ? null : `${number(month.expected.tokens)} tokens`;
  return tile(`${ends} so far`, so_far, expected && `about ${expected} by its end, at the pace of the last 7 days`);
}

function unknownTile(total) {
  const caveats = caveatsOf(total);
  if (total.unreported_calls) caveats.push([total.unreported_calls, "with tokens not reported", "Their answers named no tokens; extraction and deletion never do."]);
  if (!caveats.length) return [];
  const box = element("div", null, { className: "caveats" }, element("dt", "Not known, or not final"));
  for (const [count, what, why] of caveats) box.append(element("dd", `${plural(count, "call", "calls")} ${what}`, { title: why }));
  return [box];
}

const reusedTile = (total) =>
  total.reused_calls ? [tile("Answers used again", number(total.reused_calls), Object.keys(total.savings).length ? `would have cost ${moneyOf(total.savings)}` : null)] : [];

export function showOverview(view) {
  const { total, before } = view;
  find("tiles").replaceChildren(
    costTile(view),
    tile("Tokens", tokensOf(total), compared(total.tokens ?? 0, before.total.tokens, before, number(before.total.tokens ?? 0))),
    tile("Calls", number(total.calls), `in ${plural(view.runs, "run", "runs")}`, compared(total.calls, before.total.calls, before, number(before.total.calls))),
    monthTile(view.month),
    ...reusedTile(total),
    ...unknownTile(total),
  );
  find("tiles").hidden = false;
}

export function showRunTotals(data) {
  const { total } = data;
  find("tiles").replaceChildren(
    tile("Cost", costOf(total)),
    tile("Tokens", tokensOf(total)),
    tile("Calls", number(total.calls), `by ${plural(data.count, "task instance", "task instances")}`),
    ...reusedTile(total),
    ...unknownTile(total),
  );
  find("tiles").hidden = false;
}
