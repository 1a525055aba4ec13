/* Streamlit's own parts of a page, for scripts: all access is here. A page without Streamlit has none.
   README.md lists the issues that would end this. */

// #636: the scrolling element is not the document.
export const scrolledPart = () => document.querySelector(".stMain");

// #4483: the menu can only be closed by its button.
export const closeMenu = () => document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();

// No issue: no component is told whether the server is drawing.
export const SCRIPT_STATE = "data-test-script-state";
export const appPart = () => document.querySelector(`[${SCRIPT_STATE}]`);
export const isDrawing = () => (appPart()?.getAttribute(SCRIPT_STATE) ?? "notRunning") !== "notRunning";

// No issue: the script of an element may load after the run has ended; its place shows a grey strip. The
// previous content stays, pale, until the server has drawn everything.
export const isComing = () => Boolean(document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]'));

// No issue: only the app's part has the scheme of the theme. Boxes are drawn outside, and need it for our
// colours and for scroll bars. The class of the part changes with the theme.
export function shareTheme() {
  const share = () => (document.documentElement.style.colorScheme = getComputedStyle(appPart()).colorScheme);
  new MutationObserver(share).observe(appPart(), { attributeFilter: ["class"] });
  share();
}
