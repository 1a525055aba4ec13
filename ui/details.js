/* The tabs of a page in a panel next to its picture. Python draws the panel and marks the open tab; this
   script lays it over the end of the picture, with an edge for resizing. Part of each component with a
   picture that has its button and its `area`, in the window. */

import { CHOOSING, TYPING, writeQuery } from "../bpe/player/browser.js";

const NARROW = 0.48; // share of the picture's width
const WIDE = 0.66;
const WALKS = { ArrowLeft: -1, ArrowRight: 1 };

export class Panel {
  constructor(on, pathname) {
    Object.assign(this, { share: NARROW, tab: null, pathname });
    this.edge = document.createElement("button");
    this.edge.type = "button";
    this.edge.className = "panel-edge";
    this.edge.onpointerdown = ({ pointerId }) => this.edge.setPointerCapture(pointerId);
    this.edge.onpointermove = (event) => event.buttons && this.drag(event);
    this.edge.onclick = () => this.pull();
    this.watch = new MutationObserver(() => {
      this.look();
      this.reach();
    });
    const changes = { childList: true, subtree: true, attributeFilter: ["class"] };
    this.watch.observe(document.body, changes);
    on(window, "keydown", (event) => this.pressed(event), { capture: true });
  }

  /* Python's mark in the panel names the open tab; it is empty while the panel is closed. */
  look() {
    const { button } = this;
    const panel = document.querySelector(".st-key-panel");
    const mark = panel?.querySelector("[data-tab]");
    const tab = mark?.dataset.tab;
    if (tab === this.tab && panel === this.panel && button === this.told) return;
    const turned = Boolean(tab) !== Boolean(this.tab);
    Object.assign(this, { tab, panel, told: button });
    button?.setAttribute("aria-expanded", Boolean(tab));
    if (button) button.ariaControlsElements = panel ? [panel] : [];
    panel?.setAttribute("role", "region");
    panel?.setAttribute("aria-label", button?.textContent);
    this.edge.setAttribute("aria-label", (this.edge.title = mark?.dataset.edge ?? ""));
    this.shown(turned);
    this.writeAddress();
    this.place();
  }

  /* Called when the panel was opened or closed. */
  shown() {}

  writeAddress() {
    if (this.tab !== undefined) writeQuery("tab", this.tab || null, this.pathname);
  }

  /* Over the end of the picture. On a phone it is a sheet from below: details.css. */
  place() {
    const frame = this.tab ? this.panel.offsetParent : null;
    if (!frame) {
      this.edge.remove();
      return;
    }
    const { left, right, top, bottom } = this.area;
    const width = Math.round((right - left) * this.share);
    const around = frame.getBoundingClientRect();
    this.left = right - width;
    const px = { left: this.left - around.left, top: top - around.top, width, height: bottom - top };
    for (const [name, value] of Object.entries(px)) {
      document.documentElement.style.setProperty(`--panel-${name}`, `${value}px`);
    }
    if (this.edge.parentElement !== frame) frame.append(this.edge);
  }

  drag({ clientX }) {
    const { left, right } = this.area;
    this.moved = true;
    this.share = Math.min(Math.max((right - clientX) / (right - left), 0.3), 0.75);
    this.place();
  }

  /* A press without a drag: larger, or smaller again. */
  pull() {
    if (!this.moved) this.share = this.share < WIDE ? WIDE : NARROW;
    this.moved = false;
    this.place();
  }

  /* Ctrl with an arrow moves between tabs, since arrows step. In an open panel wherever the focus is. */
  pressed(event) {
    const [focused] = event.composedPath();
    const by = WALKS[event.key];
    if (!by || !event.ctrlKey || focused.matches?.(`${CHOOSING}, ${TYPING}`)) return;
    const row = focused.closest?.('[role="tablist"]') ?? this.panel?.querySelector('[role="tablist"]');
    if (!row) return;
    const tabs = tabsOf(row);
    const chosen = row.contains(focused) ? focused : tabs.find((tab) => tab.ariaSelected === "true");
    const at = tabs.indexOf(row.contains(window.walkedTo) ? window.walkedTo : chosen);
    window.walkedTo = tabs.at((at + by) % tabs.length);
    window.walkedTo.focus({ preventScroll: true });
    window.walkedTo.click();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /* While a tab is loading Streamlit opens no other, or reverts it: the requested tab is opened again
     until Python confirms it. The request is stored in the window, for every panel of the page. */
  reach() {
    const { walkedTo: tab } = window;
    if (!tab || tab.ariaDisabled === "true") return;
    const row = tab.closest('[role="tablist"]');
    const { activeElement: focused } = document;
    if (focused === document.body || row?.contains(focused)) tab.focus({ preventScroll: true });
    const isChosen = tab.ariaSelected === "true";
    if (row && !isChosen) tab.click();
    const { at } = document.querySelector(".st-key-panel [data-tab]")?.dataset ?? {};
    if (!row || (isChosen && (at === undefined || tabsOf(row)[at] === tab))) window.walkedTo = null;
  }

  /* Return the focus to the opening button before the panel, which has the focus, is closed. */
  leaveFocus() {
    if (this.panel?.contains(document.activeElement)) this.button.focus({ preventScroll: true });
  }

  stop() {
    this.watch.disconnect();
    this.edge.remove();
  }
}

function tabsOf(row) {
  return [...row.querySelectorAll('[role="tab"]')];
}
