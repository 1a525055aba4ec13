/* A run in a file of its own: the player with what was packed into the file, and below it, in words,
   the steps taken so far. All of it is looked up in the run as the player has it. */

import { element, fill } from "../draw/chips.js";
import { inflated } from "./packed.js";
import { Player } from "./player.js";

const ROWS = 50; // steps told at a time, the latest first
const TELL_AFTER = 150; // ms

/* The step that the address asks for, or the one the file was made at. */
function stepToOpen(start) {
  const asked = new URL(location.href).searchParams.get("step");
  return /^\d+$/.test(asked ?? "") ? Number(asked) : start;
}

class Past {
  constructor(player, coming) {
    Object.assign(this, { player, coming, view: player.runs[0] });
    this.part = (selector) => document.querySelector(`.past ${selector}`);
    document.querySelector(".past").hidden = false;
    this.part("table").style.quotes = player.root.style.quotes;
    document.addEventListener("step", () => this.later());
    addEventListener("beforeprint", () => this.tell());
    this.tell();
  }

  later() {
    this.timer ??= setTimeout(() => this.tell(), TELL_AFTER);
  }

  tell() {
    clearTimeout(this.timer);
    this.timer = null;
    const now = this.view.at(this.player.step);
    const told = Math.min(now, ROWS);
    this.part(".none").hidden = now > 0;
    this.part("table").hidden = now === 0;
    this.part(".earlier").hidden = now <= ROWS;
    this.part("tbody").replaceChildren(...Array.from({ length: told }, (_, i) => this.row(now - i)));
  }

  row(step) {
    const { text, steps } = this.player;
    const go = element("button", step);
    go.type = "button";
    go.setAttribute("aria-label", fill(text.step_of, { step, steps }));
    go.addEventListener("click", () => this.player.go(step));
    const head = element("th");
    head.scope = "row";
    head.append(go, element("span", step));
    const [left, right, made] = this.view.run.merges[step - 1].map((token) => this.view.chip(token));
    const merged = element("td");
    merged.dir = "ltr";
    merged.append(left, " ", right, " ", "→ ", made);
    const why = element("td");
    const said = this.view.caption(step - 1);
    why.append(...(said[0] === this.coming ? said.slice(1) : said));
    const row = element("tr");
    row.append(head, merged, why);
    return row;
  }
}

const { coming, ...data } = await inflated(document.querySelector(".packed").textContent);
const stage = document.querySelector(".stage");
stage.hidden = false;
document.querySelector(".unread").hidden = true;
const shown = new Player(stage);
shown.update({ ...data, start: stepToOpen(data.start) });
new Past(shown, coming);
const keys = shown.part("dialog dl").cloneNode(true);
keys.querySelector(".hides").hidden = !data.hide;
document.querySelector(".how").append(keys);
document.querySelector(".how").hidden = false;
