/* The step of a page in its address; part of each component that moves the step. */

/* Replacing the address makes no entry in the browser's history, so Back leads to another page. */
function writeStep(step, home, pathname) {
  if (location.pathname !== pathname) return; // the reader has left for another page
  const url = new URL(location.href);
  if (step === home) url.searchParams.delete("step");
  else url.searchParams.set("step", step);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}
