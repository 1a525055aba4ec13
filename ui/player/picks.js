/* Choosing a pair among the words: by pointing at two neighbours, or with the arrow keys. */

import { showIn } from "./room.js";

export class Picks {
  picked = null; // {row, place, width}: one token, or the pair that begins with it

  constructor(question) {
    Object.assign(this, { question, view: question.view });
    this.words = this.view.list;
    this.words.addEventListener("click", ({ target }) => this.pointed(target.closest(".token")));
  }

  clear() {
    this.picked = null;
  }

  get rows() {
    return this.view.shown.filter((row) => row.pairs.length);
  }

  pointed(chip) {
    if (!chip || !this.question.open) return;
    const row = this.view.shown.find(({ chips }) => chips.includes(chip));
    const place = row?.chips.indexOf(chip) ?? -1;
    if (place < 0) return;
    const { picked } = this;
    const one = picked?.row === row && picked.width === 1;
    if (one && Math.abs(place - picked.place) === 1) return this.bet(row, Math.min(place, picked.place));
    this.picked = one && place === picked.place ? null : { row, place, width: 1 };
    this.mark();
  }

  /* Whether the key was one that chooses. */
  pressed(key) {
    const { picked, rows } = this;
    if (!rows.length) return false;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (key === "Enter" && picked?.width === 2) this.bet(picked.row, picked.place);
    else if (key in moves) this.move(rows, ...moves[key]);
    else return false;
    return true;
  }

  move(rows, across, down) {
    const { picked } = this;
    const at = rows.indexOf(picked?.row);
    const row = rows[Math.min(Math.max(at + down, 0), rows.length - 1)];
    const from = at < 0 ? 0 : picked.place + (picked.width === 2 ? across : 0);
    const { pairs } = row;
    const place = across < 0
      ? pairs.findLast((each) => each <= from) ?? pairs[0]
      : pairs.find((each) => each >= from) ?? pairs.at(-1);
    this.picked = { row, place, width: 2 };
    this.mark();
    for (const box of [this.words, this.view.part(".columns")]) showIn(box, row.chips[place]);
    const [left, right] = row.numbers.slice(place, place + 2).map((token) => this.view.run.tokens[token][0]);
    this.question.speak(`(${left}, ${right}) ${row.root.querySelector(".name").textContent}`);
  }

  bet(row, place) {
    for (const each of [row, row.twin]) {
      const pair = each?.numbers.slice(place, place + 2);
      each?.view.question.bet({ row: each.view.rows.indexOf(each), place, pair });
    }
  }

  mark() {
    for (const chip of this.view.shown.flatMap((row) => row.chips)) chip.classList.remove("picked");
    const { picked } = this;
    if (!picked) return;
    for (const chip of picked.row.chips.slice(picked.place, picked.place + picked.width)) {
      chip.classList.add("picked");
    }
  }
}
