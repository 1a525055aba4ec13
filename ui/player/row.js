/* One word: a table row whose tokens change as the step does. A split of it is [step it begins at,
   tokens, which tokens of the split before were joined, ranks]: see ui/player/rows.py. */

import { element, fill, written } from "../draw/chips.js";
import { clickable } from "./clicks.js";

export class Row {
  constructor(word, view) {
    Object.assign(this, { view, splits: word.splits, index: -1, chips: [], labels: [] });
    this.windows = word.windows; // of a long word: see ui/player/rows.py
    this.recut = word.recut ?? view.run.recut; // its splits do not grow out of each other
    this.word = word;
    const { text } = view;
    const name = element("th");
    name.scope = "row";
    name.append(clickable(view.asks, word.name ?? word.text, "name", word.pinned ? text.unpin : text.pin));
    name.firstChild.dataset.word = word.text;
    if (word.pinned || word.note) name.append(element("small", word.note ?? text.pinned, "note"));
    this.root = element("tr");
    this.root.append(name);
    if (word.count !== undefined) {
      this.root.append(element("td", written(word.count), "count"));
    }
    const cell = (this.cell = element("td", "", "split"));
    if (word.cut) {
      cell.append(element("small", fill(text.cut, { count: written(word.cut) }), "note"));
    }
    this.holder = element("span", "", "tokens");
    this.holder.dir = "ltr";
    cell.append(this.holder);
    this.root.append(cell);
    this.root.classList.toggle("cut", Boolean(word.cut));
    this.root.classList.toggle("traced", word.splits[0].length > 3);
  }

  /* The split that holds at a step: the last one begun by then. */
  indexAt(step) {
    return this.splits.findLastIndex(([begun]) => begun <= step);
  }

  /* Take the splits around another step; the one on the screen is among them or gone. */
  become(splits) {
    const begun = this.splits[this.index]?.[0];
    this.splits = splits;
    this.index = splits.findIndex(([step]) => step === begun);
    this.looks = null;
  }

  /* Whether the way to a step is to a neighbouring split, so that its tokens can glide. */
  moves(step) {
    const to = this.indexAt(step);
    return !this.recut && !this.away && this.index >= 0 && to >= 0 && Math.abs(to - this.index) === 1;
  }

  /* The tokens on the screen, by their numbers; and in a trace the ranks between them. */
  get numbers() {
    return this.splits[this.index][1];
  }

  get names() {
    return this.numbers.map((token) => this.view.run.tokens[token]?.[0]);
  }

  get ranks() {
    return this.splits[this.index][3];
  }

  /* Where what is merged next stands: the places of the left tokens. */
  nextAt(step) {
    const [following, , coming] = this.splits[this.indexAt(step) + 1] ?? [];
    return following === step + 1 && !this.recut ? coming : [];
  }

  /* The tokens that have a ring. */
  get ringed() {
    return this.chips.filter(({ classList }) => classList.contains("next-left") || classList.contains("next-right"));
  }

  /* The pair merged next in this word. */
  coming(step) {
    const [place] = this.nextAt(step);
    return this.numbers.slice(place, place + 2);
  }

  paint(step, hidden = false) {
    const index = this.indexAt(step);
    if (index < 0) return this.cover();
    const [begun, tokens, made, ranks] = this.splits[index];
    const lit = hidden ? [] : this.nextAt(step);
    const fresh = begun === step ? this.freshOf(index, made) : [];
    const looks = `${index} ${lit} ${fresh}`;
    if (looks === this.looks) return;
    this.looks = looks;
    this.lit = lit;
    if (index !== this.index) {
      this.before = { chips: this.chips, index: this.index };
      this.index = index;
      this.chips = tokens.map((token) => this.view.chip(token));
      this.holder.replaceChildren(...this.withRanks(ranks), ...this.endAt(index));
    }
    this.labels.forEach(({ classList }, i) => classList.toggle("lowest", lit.includes(i)));
    this.chips.forEach(({ classList }, i) => {
      classList.toggle("next-left", lit.includes(i));
      classList.toggle("next-right", lit.includes(i - 1));
      classList.toggle("fresh", fresh.includes(i));
    });
  }

  /* In place of the tokens, before the first of its splits: a press says that this row is best. */
  cover() {
    if (this.holder.querySelector(".cover")) return;
    const { question, run } = this.view;
    const button = element("button", "?", "cover");
    Object.assign(button, { type: "button", title: run.guess, onclick: () => question.bet(this) });
    button.setAttribute("aria-label", `${this.word.name}: ${run.guess}`);
    Object.assign(this, { index: -1, looks: null, chips: [], labels: [] });
    this.holder.replaceChildren(button);
  }

  /* What stands behind the last split. */
  endAt(index) {
    const { best, end } = this.word;
    if (!end || index < this.splits.length - 1) return [];
    return [element("span", end, best ? "end best" : "end")];
  }

  /* The places of the tokens that a split was made with. */
  freshOf(index, made) {
    if (this.windows) return this.windows[index][1];
    return this.recut ? made : made.map((place, earlier) => place - earlier);
  }

  /* For each token of a split, the places of the one or two tokens it was in the split before. */
  originsOf(index) {
    const [, tokens, joined] = this.splits[index];
    const [, before] = this.splits[index - 1];
    let place = this.windows?.[index][0] ?? 0;
    return tokens.map((token) => {
      if (token < 0) return [];
      const origin = joined.includes(place) ? [place, place + 1] : [place];
      place += origin.length;
      return before[origin[0]] >= 0 ? origin : []; // it may have been out of sight
    });
  }

  /* The places at which a pair of neighbours begins. */
  get pairs() {
    const { numbers } = this;
    return numbers.flatMap((token, i) => (token >= 0 && numbers[i + 1] >= 0 ? [i] : []));
  }

  /* In a trace, the rank of each adjacent pair stands between its tokens. */
  withRanks(ranks) {
    this.labels = [];
    if (!ranks) return this.chips;
    const { rank, no_rank } = this.view.text;
    return this.chips.flatMap((chip, i) => {
      if (i === ranks.length) return [chip];
      if (ranks[i] === null) { // beside tokens that are left out
        this.labels.push(element("span"));
        return [chip];
      }
      const known = ranks[i] >= 0;
      const label = element("span", known ? ranks[i] : "", "rank");
      label.title = known ? fill(rank, { rank: ranks[i] }) : no_rank;
      this.labels.push(label);
      return [chip, label];
    });
  }
}
