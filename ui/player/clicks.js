/* A click on a word, a token or a leading pair asks for it: Python pins the word, or shows the life
   of the token, of one in a tab too, or the row of the pair.
   By keyboard, up and down lead from one to the next, and Enter asks. */

import { showIn } from "../../bpe/player/screen.js";

const SEEK = 100; // ms between looks for the row that Python is drawing
const LOOKS = 50;
const KINDS = [".words .name", ".bars .pair"];
const PRESSES = ["Enter", " "];
const BESIDE = ".st-key-panel .token";

export class Clicks {
  constructor(player, on) {
    this.player = player;
    on(player.root, "click", ({ target }) => player.asks && this.clicked(target));
    on(document, "click", ({ target }) => player.asks && this.token(target.closest?.(BESIDE)));
    on(player.root, "keydown", (event) => player.asks && this.moved(event));
  }

  clicked(target) {
    const word = target.closest(".words tbody tr:not(.heading) > th")?.querySelector(".name");
    const token = target.closest(".words tbody td .token, .learned .token");
    const pair = [...(target.closest(".bars li")?.querySelectorAll(".token") ?? [])];
    if (word) {
      this.asked = word.dataset.word;
      this.tell("word", this.asked);
    } else if (token) {
      this.token(token);
    } else if (pair.length && !this.player.fullscreen.large) {
      this.tell("pair", pair.map((chip) => chip.dataset.token));
      this.seek();
    }
  }

  /* With the word in whose row it stands: the player's rows say which, and a table's begin with it.
     While the player fills the screen there is no place to show it. */
  token(token) {
    if (!token || this.player.guess.hidden || this.player.fullscreen.large) return;
    const head = token.closest("tr")?.querySelector("th");
    const word = head?.querySelector(".name")?.dataset.word ?? head?.firstChild?.nodeValue ?? "";
    this.tell("token", [token.dataset.token, word]);
  }

  tell(kind, what) {
    const { generation, step } = this.player;
    this.player.setTriggerValue("asked", [generation, step, kind, what]);
  }

  /* The row stands in the panel beside the words, where it may be out of sight. */
  seek(looks = LOOKS) {
    clearTimeout(this.timer);
    const row = document.querySelector(".record-grid tr.asked");
    if (row) showIn(this.player.details.panel, row);
    if (looks) this.timer = setTimeout(() => this.seek(row ? 0 : looks - 1), SEEK);
  }

  moved(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const kind = KINDS.find((each) => event.target.matches?.(each));
    if (!kind || !(by || PRESSES.includes(event.key))) return;
    const all = [...this.player.root.querySelectorAll(kind)].filter((each) => each.offsetParent);
    if (by) this.lead(all[all.indexOf(event.target) + by], all);
    else this.clicked(event.target);
    event.preventDefault();
    event.stopPropagation(); // it steps and plays nothing
  }

  /* One of each kind is a button and takes the tab key: the one that was led to. */
  lead(to, all, focus = true) {
    if (!to) return;
    for (const each of all) {
      each.tabIndex = each === to ? 0 : -1;
      each.role = each === to ? "button" : null;
    }
    if (focus) to.focus();
  }

  /* What was asked for keeps the focus when rows are drawn anew. */
  drawn(held) {
    this.player.root.classList.toggle("asks", this.player.asks);
    if (!this.player.asks) return;
    for (const kind of KINDS) {
      const all = [...this.player.root.querySelectorAll(kind)];
      this.lead(all[0], all, false);
    }
    const names = [...this.player.root.querySelectorAll(KINDS[0])];
    if (held) this.lead(names.find((each) => each.dataset.word === this.asked), names);
  }

  stop() {
    clearTimeout(this.timer);
  }
}
