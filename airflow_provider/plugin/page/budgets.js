// Budgets as bars: of this day and month, and in a DAG's view of its fullest run and task.

import { amount, element, find, NOT_REPORTED, number } from "./words.js";

const MOST = 12;
const WHEN = { run: "fullest run", task: "fullest run of the task", day: "today", month: "this month" };

const told = (measure, value, currency) => (measure === "cost" ? amount(value, currency) : `${number(value)} ${measure}`);

function titleOf(budget, inDag) {
  const owner = [inDag ? null : budget.dag_id, budget.task_id].filter(Boolean).join(".");
  return [budget.name ?? (owner || "Budget"), WHEN[budget.scope]].join(", ");
}

function lineOf(title, budget, measure) {
  const allowed = Number(budget.limit[measure]);
  const limit = told(measure, allowed, budget.currency);
  if (budget.spent[measure] === null) return element("dd", `${NOT_REPORTED}, of ${limit}`);
  const spent = Number(budget.spent[measure]);
  const share = allowed ? spent / allowed : 1;
  // Nobody is warned who has not asked for it.
  const isWarned = budget.warn_at !== null && share >= budget.warn_at;
  const words = share >= 1 ? ": used up" : isWarned ? `: past its warning at ${number(100 * budget.warn_at)} %` : "";
  const figures = measure === "cost" ? amount(spent) : number(spent);
  const text = `${figures} of ${limit}, ${number(Math.floor(100 * share))} %${words}`;
  const state = share >= 1 ? "exceeded" : isWarned ? "warned" : "";
  const bar = element("progress", null, { max: allowed || 1, value: Math.min(spent, allowed || 1), className: state, label: `${title}: ${text}` });
  return element("dd", null, {}, bar, element("span", text));
}

// *inDag* leaves out what the page says already.
export function showBudgets(budgets, inDag) {
  const boxes = budgets.slice(0, MOST).map((budget) => {
    const title = titleOf(budget, inDag);
    const lines = Object.keys(budget.limit).map((measure) => lineOf(title, budget, measure));
    return element("dl", null, {}, element("dt", title), ...lines);
  });
  const more = budgets.length > MOST ? [element("p", `and ${number(budgets.length - MOST)} more, less used`, { className: "quiet" })] : [];
  find("budgets").replaceChildren(...(boxes.length ? [element("h2", "Budgets"), ...boxes, ...more] : []));
}
