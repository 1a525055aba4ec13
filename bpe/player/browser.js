/* What a picture needs from its browser: the address, the keys, and decompression. */

/* The step of a page is in its address, unless it is the page's own. */
export function writeStep(step, home, pathname) {
  writeQuery("step", step === home ? null : step, pathname);
}

/* Replacing the address makes no entry in the browser's history, so Back leads to another page. */
export function writeQuery(name, value, pathname) {
  if (location.pathname !== pathname) return; // the reader has left for another page
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

/* The focused element may use the keys itself: to choose, or for typing. */
export const CHOOSING =
  'textarea, select, canvas, [contenteditable]:not([contenteditable="false"]), [role="listbox"], ' +
  '[role="option"], [role="combobox"][aria-expanded="true"], [role="menu"], [role="menuitem"], ' +
  '[role="grid"], [role="tree"], [aria-modal="true"]';
export const TYPING =
  'input:not([type="checkbox"], [type="button"], [type="radio"], [type="range"]), ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]';

/* Whether a key is pressed alone: not with Ctrl and the like, nor for an input method. */
export const isBare = (event) =>
  !(event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey);

/* Return the JSON that `deflated` (payload.py) has packed. */
export function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}
