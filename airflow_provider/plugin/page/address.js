// Every view is an address: ?dag_id=&run_id=&since=&until=, and which table is shown how. A reload shows it again.

export const outer = (() => {
  try {
    return window.top === window || !window.top.document ? null : window.top;
  } catch {
    // Framed by a page of another origin.
    return null;
  }
})();

const MARK = "#spend=";
export const asked = new URLSearchParams(restored() ?? location.search);
export const inTab = asked.get("in") === "tab";
export const dag = asked.get("dag_id");
export const run = dag && asked.get("run_id");

// Airflow opens a tab of a DAG or run with its own address each time, so that the view is kept in the outer one.
function restored() {
  const own = new URLSearchParams(location.search);
  if (own.get("in") !== "tab" || !outer?.location.hash.startsWith(MARK)) return null;
  const kept = decodeURIComponent(outer.location.hash.slice(MARK.length));
  return new URLSearchParams(kept).get("dag_id") === own.get("dag_id") ? kept : null;
}

export function here(shown) {
  const kept = Object.fromEntries(["since", "until", "in"].map((name) => [name, asked.get(name)]));
  return `?${new URLSearchParams(Object.entries({ ...kept, ...shown }).filter(([, value]) => value))}`;
}

export function remember(changes) {
  for (const [name, value] of Object.entries(changes)) {
    if (value) asked.set(name, value);
    else asked.delete(name);
  }
  settle();
}

export function settle() {
  history.replaceState(null, "", `?${asked}`);
  if (outer === null) return;
  const { pathname } = outer.location;
  const page = pathname.match(/^.*?\/plugin\/content-ai-spend(?=\/|$)/);
  const address = page ? `${page[0]}${location.pathname}?${asked}` : `${pathname}${outer.location.search}${MARK}${encodeURIComponent(asked)}`;
  outer.history.replaceState(outer.history.state, "", address);
}

const home = new URL("..", document.baseURI).pathname;
const part = encodeURIComponent;
export const airflow = {
  dags: () => `${home}dags`,
  dag: (row) => `${home}dags/${part(row.dag_id)}`,
  run: (row) => `${airflow.dag(row)}/runs/${part(row.run_id)}`,
  task: (row) => `${airflow.run(row)}/tasks/${part(row.task_id)}${row.map_index < 0 ? "" : `/mapped/${row.map_index}`}${region(row)}`,
};
// In a loop a task has instances of the same name, which Airflow tells apart by this.
const region = (row) => (row.region_id ? `?${new URLSearchParams({ region_id: row.region_id, region_index: row.region_index })}` : "");

// Airflow's frame keeps a script from leaving it, so a link of the page around us is followed.
export function leaving(link) {
  link.target = "_top";
  link.addEventListener("click", (event) => {
    if (outer === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const out = outer.document.createElement("a");
    out.href = link.getAttribute("href");
    out.click();
  });
  return link;
}

export async function load(name, params) {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  const answer = await fetch(`data/${name}?${query}`, { headers: { Accept: "application/json" }, credentials: "same-origin" });
  if (answer.ok) return answer.json();
  const told = await answer.json().catch(() => ({}));
  const detail = typeof told.detail === "string" ? told.detail : "Check the period: its days, and what is in the address.";
  throw new Error(answer.status === 401 ? "You are signed out. Reload the page to sign in." : detail);
}
