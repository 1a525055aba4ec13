/* Streamlit's own parts of a page, for scripts: one place asks for each. On a page without Streamlit
   there is none. README.md says what would end it. */

// #636: what scrolls is not the document but an element of it.
export const scrolledPart = () => document.querySelector(".stMain");

// #4483: the menu can be closed by nothing but its button.
export const closeMenu = () => document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();

// No issue: no component is told whether the server is drawing.
export const SCRIPT_STATE = "data-test-script-state";
export const appPart = () => document.querySelector(`[${SCRIPT_STATE}]`);
export const isDrawing = () => (appPart()?.getAttribute(SCRIPT_STATE) ?? "notRunning") !== "notRunning";

// No issue: what a part is drawn by may be loaded later than the run ends; a grey strip stands there. And
// what was there before stays, pale, until the server has drawn all.
export const isComing = () => Boolean(document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]'));
