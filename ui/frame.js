/* Tasks of a page that Python cannot do: set the document's language and theme, mark the menu as one,
   open a group of it, keep the focus on a tab and in a popover, select a list's text, accept a dropped
   file, restore tokens, translate Streamlit, print the address. */

import { FitToScreen } from "../bpe/player/screen.js";
import { Beside } from "./beside.js";
import { closeMenu, scrolledPart, shareTheme } from "./shims/page.js";
import { found, translateStreamlit } from "./shims/words.js";

// The sanitizer of st.html trims data-token and may drop it; data-exact has it escaped.
function restoreTokens() {
  for (const chip of document.querySelectorAll("[data-exact]")) {
    chip.dataset.token = decodeURIComponent(chip.dataset.exact);
    delete chip.dataset.exact;
  }
}

// Streamlit draws the menu as links among others; the one to this page only looks different.
function markMenu() {
  const menu = document.querySelector(".st-key-menu");
  if (!menu) return;
  const { name, here } = document.documentElement.menu;
  menu.setAttribute("role", "navigation");
  menu.setAttribute("aria-label", name);
  menu.querySelectorAll("a").forEach((link, place) => {
    if (place === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

// One group of the menu is open at a time: that of the page, until another is clicked.
function openGroup(opened) {
  for (const group of document.querySelectorAll(".menu-group")) {
    group.setAttribute("aria-expanded", group === opened);
  }
}

function hearMenu({ target }) {
  const group = target.closest?.(".menu-group");
  if (group) openGroup(group.ariaExpanded === "true" ? null : group);
  if (target.closest?.(".st-key-menu a")) uncover();
}

// Next to each bar, anywhere on the page: press the page's own Cancel button.
function hearCancel({ target }) {
  if (target.closest?.(".cancel")) document.querySelector(".st-key-give_up button").click();
}

// A page without a secure address cannot write to the clipboard, but it can choose the copied text.
function copyProgram({ target }) {
  if (!target.closest?.(".copy")) return;
  const { textContent } = document.querySelector("[data-program]");
  const say = (event) => (event.clipboardData.setData("text/plain", textContent), event.preventDefault());
  document.addEventListener("copy", say, { once: true });
  if (document.execCommand("copy")) target.textContent = target.dataset.done;
}

// The lines of a program before its loop.
function unfoldProgram({ target }) {
  const button = target.closest?.(".unfold");
  if (!button) return;
  const isWhole = button.ariaExpanded !== "true";
  button.ariaExpanded = isWhole;
  document.querySelector(".program").classList.toggle("whole", isWhole);
}

// On a phone the menu covers the page; close it once a page is chosen.
function uncover() {
  const parts = [document.querySelector(".st-key-menu"), scrolledPart()];
  const [menu, main] = parts.map((part) => part.getBoundingClientRect());
  if (menu.right > main.left + 1) closeMenu();
}

// Streamlit disables a tab until its content is there, which loses the focus.
function keepTab({ target, relatedTarget }) {
  const isUsable = () => target.hasAttribute("tabindex");
  if (relatedTarget || !target.matches('[role="tab"]') || isUsable()) return;
  const watch = new MutationObserver(() => {
    if (!isUsable()) return;
    watch.disconnect();
    if (document.activeElement === document.body) target.focus({ preventScroll: true });
  });
  watch.observe(target, { attributeFilter: ["tabindex"] });
}

// A popover opened by key gets the focus, and its button gets it back when the popover closes. Its
// content arrives in parts: the focus moves on to the text box, unless the reader has moved it.
function enterPopover({ target, detail }) {
  if (!target.closest?.('[class*="st-key-"] button[aria-haspopup="dialog"]')) return;
  const place = target.closest('[class*="st-key-"]').className.match(/st-key-\w+/)[0];
  let held = null; // what has the focus by key; after a click, the popover
  const watch = new MutationObserver(() => {
    const popover = document.querySelector('[role="dialog"]');
    const { activeElement: focused } = document;
    if (popover && detail > 0) held = popover;
    else if (popover) {
      const first = popover.querySelector("textarea") ?? popover.querySelector('[role="tab"], input, a, button');
      if (!first || first === held || (held && ![held, document.body].includes(focused))) return;
      first.focus();
      if (document.activeElement === first) held = first;
    } else if (held) {
      watch.disconnect();
      if (focused === document.body) document.querySelector(`[class*="${place}"] button`)?.focus();
    }
  });
  watch.observe(document.body, { childList: true, subtree: true });
}

// A list's box shows the chosen option, and an input method would type after it: when the box gets the
// focus, by key or by click, or typing begins, all of it is selected. While the reader types, the
// opening list takes the focus and returns it: typed text stays, until a key ends it.
let entered = null;
let typed = null;
const isList = (target) => target.matches('input[role="combobox"]');
function selectChosen({ target, type }) {
  if (target === typed) return;
  if (type === "click" || target.matches("a, button, input, textarea")) typed = null;
  if (type === "focusin") entered = isList(target) ? target : null;
  if (target !== entered) return;
  target.select();
  if (type === "click") entered = null;
}

function hearTyping({ target, type, key }) {
  if (type === "input") typed = target;
  else if (["Escape", "Enter", "Tab"].includes(key)) typed = null;
  else if (target !== typed && isList(target)) target.select();
}

// A file dropped anywhere on a page with a button for own text goes into its file box.
function dropFile(event) {
  const button = document.querySelector('[class*="st-key-own_box"] button');
  if (!button || !event.dataTransfer.types.includes("Files") || event.target.closest(".st-key-file")) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (event.type !== "drop" || !file) return;
  const held = new DataTransfer();
  held.items.add(file);
  const put = () => {
    const box = document.querySelector(".st-key-file input");
    if (!box) return;
    watch.disconnect();
    box.files = held.files;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const watch = new MutationObserver(put);
  watch.observe(document.body, { childList: true, subtree: true });
  if (button.ariaExpanded !== "true") button.click();
  put();
}

// The address printed below a page has the current step.
function writeAddress() {
  document.documentElement.style.setProperty("--address", JSON.stringify(location.href));
}

// The page's picture has the height that is left of the first screen: frame.css.
function fitPicture() {
  const stage = document.querySelector('[class*="_stage"], [class*="st-key-fit_"]');
  if (stage === (window.fitted?.root ?? null)) return;
  window.fitted?.stop();
  window.fitted = stage && new FitToScreen(stage, () => scrolledPart().scrollTop);
}

function restore() {
  fitPicture();
  restoreTokens();
  markMenu();
  translateStreamlit();
}

export default function ({ data }) {
  document.documentElement.lang = data.lang;
  document.documentElement.streamlits = data.streamlits.map(([theirs, ours]) => [found(theirs), ours]);
  const { here, group } = data.menu;
  if (document.documentElement.menu?.here !== here) {
    openGroup(document.querySelectorAll(".menu-group")[group]);
  }
  document.documentElement.menu = data.menu;
  if (!window.restoring) {
    window.restoring = new MutationObserver(restore);
    window.restoring.observe(document.body, { childList: true, characterData: true, subtree: true });
    shareTheme();
    document.addEventListener("click", hearMenu);
    document.addEventListener("click", hearCancel);
    document.addEventListener("click", copyProgram);
    document.addEventListener("click", unfoldProgram);
    document.addEventListener("click", enterPopover);
    document.addEventListener("focusout", keepTab);
    document.addEventListener("focusin", selectChosen);
    document.addEventListener("click", selectChosen);
    document.addEventListener("input", hearTyping, true); // before the list opens
    document.addEventListener("keydown", hearTyping, true);
    for (const type of ["dragover", "drop"]) document.addEventListener(type, dropFile);
    window.addEventListener("beforeprint", writeAddress);
    matchMedia("print").addEventListener("change", writeAddress);
  }
  window.beside ??= new Beside();
  window.beside.look();
  restore();
}
