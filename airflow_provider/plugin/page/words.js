// Numbers, money and elements. Everything that somebody has written goes into the page as text, never as HTML.

export const NOT_REPORTED = "not reported";
export const AT_LEAST = "at least ";
const NO_PRICE = "no price";

export const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 3 });
export const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;
export const tokensOf = (spent) => (spent.tokens === null ? NOT_REPORTED : number(spent.tokens));

// Cents where there are any, and the first digits of what is less.
export function amount(value, currency) {
  const size = Math.abs(value);
  const digits = size >= 1 || size === 0 ? [2, 2] : size >= 0.01 ? [2, 4] : [2, Math.min(12, 1 - Math.floor(Math.log10(size)))];
  const text = value.toLocaleString("en", { minimumFractionDigits: digits[0], maximumFractionDigits: digits[1] });
  return currency ? `${text}\u00a0${currency}` : text;
}

const amounts = (costs) => Object.entries(costs).map(([currency, text]) => amount(Number(text), currency)).join(" and ");

export function costOf(spent) {
  const known = amounts(spent.costs);
  if (!known) return spent.calls || spent.unconfirmed_calls || spent.in_flight_calls ? NO_PRICE : "–";
  return spent.is_at_least ? AT_LEAST + known : known;
}

export const moneyOf = (costs) => amounts(costs) || "–";

export function duration(seconds) {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), "second", "seconds");
  if (seconds < 5400) return plural(Math.round(seconds / 60), "minute", "minutes");
  return plural(Math.round(seconds / 360) / 10, "hour", "hours");
}

// What of the figures is not known, or not final; each with what it means.
export function caveatsOf(spent) {
  return [
    [spent.unpriced_calls, "without a price", "The connection has no price for these calls: they are not in the cost."],
    [spent.unconfirmed_calls, "without an answer", "Sent, but no complete answer came: they may have been billed."],
    [spent.in_flight_calls, "in flight", "Sent by running tasks, and not answered yet."],
  ].filter(([count]) => count);
}

export function element(tag, text, properties = {}, ...children) {
  const { label, role, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  if (text !== null && text !== undefined) made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  if (role) made.setAttribute("role", role);
  made.append(...children);
  return made;
}

export const find = (id) => document.getElementById(id);
