/* Which keys are whose: what has the focus may use them itself. */

/* What uses the keys to choose, and what is typed into. */
export const CHOOSING =
  'textarea, select, canvas, [contenteditable]:not([contenteditable="false"]), [role="listbox"], ' +
  '[role="option"], [role="combobox"][aria-expanded="true"], [role="menu"], [role="menuitem"], ' +
  '[role="grid"], [role="tree"], [aria-modal="true"]';
export const TYPING =
  'input:not([type="checkbox"], [type="button"], [type="radio"], [type="range"]), ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]';

/* Whether a key is pressed by itself: not with Ctrl and the like, nor for an input method. */
export const isBare = (event) =>
  !(event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey);
