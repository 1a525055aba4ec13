/* The step of a page in its address; part of each component that moves the step. */

export function writeStep(step, home, pathname) {
  writeQuery("step", step === home ? null : step, pathname);
}

/* Open another page of the app: Streamlit follows the address, as it does after Back. */
export function openPage(address) {
  history.pushState(history.state, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/* Replacing the address makes no entry in the browser's history, so Back leads to another page. */
export function writeQuery(name, value, pathname) {
  if (location.pathname !== pathname) return; // the reader has left for another page
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
