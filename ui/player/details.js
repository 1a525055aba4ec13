/* The page's tabs in a panel beside the words: over the place of the bars, below a player that keeps
   its words, its height and controls. Where the page has a picture above its player, the panel lies
   over the end of that picture, and of the words where they stand below it. A player in the panel
   has none. */

import { Panel } from "../details.js";
import { leading, pointed } from "../../bpe/player/keys.js";

const GAP = 8; // px between a panel and the player below it
const STEPS_BY = ["ArrowLeft", "ArrowRight", "Home", "End", " "];

export class Details extends Panel {
  constructor(player, on) {
    super(on, player.pathname);
    Object.assign(this, { player, root: player.root });
  }

  get button() {
    return this.player.part('[data-do="details"]');
  }

  get host() {
    return this.root.getRootNode().host;
  }

  /* What holds the player together with the picture above it, if the page has one. */
  get stage() {
    return this.host?.closest('[class*="_stage"]');
  }

  get area() {
    const box = (element) => element.getBoundingClientRect();
    const outer = box(this.root);
    const isBelow = this.root.matches(".brief");
    const top = (this.stage ? box(this.stage) : outer).top + 1;
    const bottom = isBelow ? outer.top - GAP : box(this.player.part(".runs")).bottom;
    return { left: outer.left, right: outer.right - 1, top, bottom };
  }

  look() {
    // One that has just been taken out of the panel is in no panel any more, and nowhere else.
    const hasNone = !this.root.isConnected || this.host?.closest(".st-key-panel");
    if (hasNone) this.tab = undefined;
    else super.look();
  }

  shown(turned) {
    const { button, panel, player, root, tab } = this;
    button.hidden = tab === undefined;
    for (const line of root.querySelectorAll(".keys .details")) line.hidden = button.hidden;
    root.classList.toggle("detailed", Boolean(tab) && !root.matches(".brief"));
    if (turned && player.text) player.paint(false);
    // A sheet from below would cover what opened it: player.css leaves room for one.
    const sheet = tab && getComputedStyle(panel).position === "fixed";
    if (turned && sheet) player.part(".controls").scrollIntoView({ block: "nearest" });
  }

  place() {
    super.place();
    if (!this.edge.isConnected) return;
    const { right } = this.player.part(".runs").getBoundingClientRect();
    this.root.style.setProperty("--panel-width", `${right - this.left}px`);
  }

  toggle() {
    const { button, player, tab } = this;
    if (button.hidden) return;
    this.leaveFocus();
    player.fullscreen.show(false); // a player that fills the screen would lie above it
    player.report.forget();
    player.setTriggerValue("details", [player.generation, player.step, !tab]);
  }

  /* Arrows step, on a tab too, which Streamlit would leave for the next one. */
  pressed(event) {
    const [focused] = event.composedPath();
    super.pressed(event);
    if (event.ctrlKey || !focused.matches?.('[role="tab"]') || !STEPS_BY.includes(event.key)) return;
    if (event.key === " " && !pointed) return;
    event.stopImmediatePropagation();
    (leading ?? this.player.keys).pressed(event);
  }
}
