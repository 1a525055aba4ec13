/* Below a player, in words, the steps taken so far: looked up in the run as the player has it. */

import { element, fill } from "../draw/chips.js";

const ROWS = 50; // steps told at a time, the latest first
const TELL_AFTER = 150; // ms

export class Past {
  constructor(player) {
    this.player = player;
    this.part = (selector) => document.querySelector(`.past ${selector}`);
    document.querySelector(".past").hidden = false;
    document.addEventListener("step", () => (this.timer ??= setTimeout(() => this.tell(), TELL_AFTER)));
    addEventListener("beforeprint", () => this.tell());
  }

  tell() {
    clearTimeout(this.timer);
    this.timer = null;
    const { step, root } = this.player;
    const told = Math.min(step, ROWS);
    this.part("table").style.quotes = root.style.quotes;
    this.part(".none").hidden = step > 0;
    this.part("table").hidden = step === 0;
    this.part(".earlier").hidden = step <= ROWS;
    this.part("tbody").replaceChildren(...Array.from({ length: told }, (_, i) => this.row(step - i)));
  }

  row(step) {
    const { text, steps, runs } = this.player;
    const go = element("button", step);
    go.type = "button";
    go.setAttribute("aria-label", fill(text.step_of, { step, steps }));
    go.addEventListener("click", () => this.player.go(step));
    const head = element("th");
    head.scope = "row";
    head.append(go, element("span", step));
    const [left, right, made] = runs[0].run.merges[step - 1].map((token) => runs[0].chip(token));
    const merged = element("td");
    merged.dir = "ltr";
    merged.append(left, " ", right, " ", "→ ", made);
    const why = element("td");
    why.append(...runs[0].caption(step - 1).slice(1)); // what came next, without that word
    const row = element("tr");
    row.append(head, merged, why);
    return row;
  }
}
