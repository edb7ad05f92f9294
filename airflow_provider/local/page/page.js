// The page: one form at a time, its request, and what came of it. The key lives in this tab and in no address.

import { OPERATIONS, curlOf } from "./operations.js";
import { element, shown } from "./results.js";

const $ = (selector) => document.querySelector(selector);
const forms = [...document.querySelectorAll("form")];
const KEPT = "content-ai-key";
let running = null;

function open(name) {
  const chosen = forms.find((form) => form.dataset.operation === name) ?? forms[0];
  for (const form of forms) form.hidden = form !== chosen;
  for (const tab of $("#tabs").children) {
    if (tab.hash === `#${chosen.dataset.operation}`) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  running?.abort();
  $("#answer").hidden = true;
}

function say(text, kind = "") {
  $("#answer").hidden = false;
  $("#status").textContent = text;
  $("#status").className = kind;
}

async function send(form) {
  const request = OPERATIONS[form.dataset.operation](new FormData(form));
  $("#curl pre").textContent = curlOf(request);
  $("#curl").hidden = false;
  const headers = { Authorization: `Token ${$("#key").value.trim()}`, ...(request.type && { "Content-Type": request.type }) };
  const started = performance.now();
  const answer = await fetch(request.path, { method: request.method, headers, body: request.body, signal: running.signal, cache: "no-store" });
  const body = await answer.json();
  const seconds = `${((performance.now() - started) / 1000).toFixed(2)} s`;
  $("#raw pre").textContent = JSON.stringify(body, null, 2);
  $("#raw").hidden = false;
  if (!body.success) {
    say(body.error ?? body.detail ?? "The service refused the request.", "error");
    if (answer.status === 401) $("#key").focus();
    return;
  }
  const rows = Array.isArray(body.response) ? `${body.response.length} ${body.response.length === 1 ? "row" : "rows"}, ` : "";
  const tokens = "tokens" in body ? `, ${body.tokens} tokens` : "";
  say(body.message ?? `${rows}${seconds}${tokens}`);
  // Whoever deletes another one has to say so again.
  if (form.dataset.operation === "remove") form.reset();
  if ("response" in body) $("#result").append(shown(form.dataset.operation, body.response));
}

async function submitted(event) {
  event.preventDefault();
  const form = event.currentTarget;
  if (running) {
    running.abort();
    return;
  }
  const mine = new AbortController();
  running = mine;
  const button = form.querySelector("button");
  button.textContent = "Stop";
  $("#result").replaceChildren();
  $("#raw").hidden = $("#curl").hidden = true;
  say("Under way …", "quiet");
  try {
    await send(form);
  } catch (error) {
    if (error.name === "AbortError") say("Stopped.", "quiet");
    else if (error instanceof TypeError) say("The service did not answer. Is it still running?", "error");
    else say(error.message, "error");
  } finally {
    running = null;
    button.textContent = form.dataset.title;
  }
}

for (const form of forms) {
  $("#tabs").append(element("a", form.dataset.title, { href: `#${form.dataset.operation}` }));
  form.append(element("button", form.dataset.title));
  form.addEventListener("submit", submitted);
}
$("#key").value = sessionStorage.getItem(KEPT) ?? "";
$("#key").addEventListener("input", () => sessionStorage.setItem(KEPT, $("#key").value.trim()));
window.addEventListener("hashchange", () => open(location.hash.slice(1)));
open(location.hash.slice(1));
