/* The panel next to a picture without a player: the bar has its button. */

import { CHOOSING, isBare, TYPING } from "../bpe/player/browser.js";
import { Panel } from "./details.js";
import { scrolledPart } from "./shims/page.js";

const BELOW = 12; // px between the panel and the lower edge of the first screen

export class Beside extends Panel {
  constructor() {
    super((target, ...listener) => target.addEventListener(...listener));
    this.sizes = new ResizeObserver(() => this.place());
    this.sizes.observe(document.body);
    addEventListener("keydown", (event) => this.turn(event));
  }

  get button() {
    return document.querySelector(".st-key-details button");
  }

  get stage() {
    return document.querySelector('[class*="_stage"]');
  }

  /* Down to the edge of the screen, whatever the height of the picture. */
  get area() {
    const { left, right, top } = this.stage.getBoundingClientRect();
    const bottom = innerHeight - BELOW - scrolledPart().scrollTop;
    return { left, right, top, bottom };
  }

  look() {
    this.pathname = location.pathname;
    if (this.button && this.stage) super.look();
    else this.leave();
  }

  /* The reader is on another page, or its picture is not there yet. */
  leave() {
    Object.assign(this, { tab: null, panel: null, told: null });
    this.edge.remove();
  }

  shown(turned) {
    const { button, panel, stage, tab } = this;
    button.title = `${button.textContent} (D)`;
    // A sheet from below would cover the picture.
    const sheet = tab && getComputedStyle(panel).position === "fixed";
    if (turned && sheet) stage.scrollIntoView({ block: "start" });
    // The elements above the picture may grow.
    this.sizes.disconnect();
    for (let each = stage; each; each = each.parentElement) {
      this.sizes.observe(each.previousElementSibling ?? each);
    }
  }

  turn(event) {
    if (!isBare(event) || event.repeat || !["d", "D"].includes(event.key)) return;
    if (event.composedPath()[0].matches?.(`${CHOOSING}, ${TYPING}`)) return;
    this.leaveFocus();
    this.button?.click();
  }
}
