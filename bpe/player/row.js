/* One word: a table row whose tokens change with the step. A split is [its first step, tokens, indices
   of merged tokens of the split before, ranks]: see rows.py. */

import { element, fill, written } from "./chips.js";

export class Row {
  constructor(word, view) {
    Object.assign(this, { view, word, splits: word.splits, index: -1, lit: [], chips: [], labels: [] });
    this.windows = word.windows; // of a long word: see rows.py
    this.recut = word.recut ?? view.run.recut; // its splits do not follow by merges
    const { text } = view;
    const name = element("th");
    name.scope = "row";
    name.append(clickable(view.asks, word.name ?? word.text, "name", word.pinned ? text.unpin : text.pin));
    name.firstChild.dataset.word = word.text;
    if (word.pinned || word.note) name.append(element("small", word.note ?? text.pinned, "note"));
    this.root = element("tr");
    this.root.append(name);
    if (word.count !== undefined) this.root.append(element("td", written(word.count), "count"));
    this.cell = element("td", "", "split");
    if (word.cut) this.cell.append(element("small", fill(text.cut, { count: word.cut }), "note"));
    this.holder = element("span", "", "tokens");
    this.holder.dir = "ltr";
    this.cell.append(this.holder);
    this.root.append(this.cell);
    this.root.classList.toggle("cut", Boolean(word.cut));
    this.root.classList.toggle("traced", word.splits[0].length > 3);
  }

  /* The split at a step: the last one that has begun. */
  indexAt(step) {
    return this.splits.findLastIndex(([begun]) => begun <= step);
  }

  /* Load the splits around another step; the drawn one is among them or discarded. */
  become(splits) {
    const begun = this.splits[this.index]?.[0];
    this.splits = splits;
    this.index = splits.findIndex(([step]) => step === begun);
  }

  /* Whether a step is one split away, so that its tokens can glide. */
  moves(step) {
    const to = this.indexAt(step);
    return !this.recut && !this.away && this.index >= 0 && to >= 0 && Math.abs(to - this.index) === 1;
  }

  /* The drawn tokens, by number; in a trace also the ranks between them. */
  get numbers() {
    return this.splits[this.index][1];
  }

  get names() {
    return this.numbers.map((token) => this.view.run.tokens[token]?.[0]);
  }

  get ranks() {
    return this.splits[this.index][3];
  }

  /* Places of the next merge: the indices of the left tokens. */
  nextAt(step) {
    const [following, , coming] = this.splits[this.indexAt(step) + 1] ?? [];
    return following === step + 1 && !this.recut ? coming : [];
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
    this.lit = lit;
    if (index !== this.index) {
      this.index = index;
      this.chips = tokens.map((token) => this.view.chip(token));
      this.holder.replaceChildren(...this.withRanks(ranks), ...this.endAt(index));
    }
    this.chips.forEach(({ classList }, i) => classList.toggle("fresh", fresh.includes(i)));
  }

  /* Ring the pair merged next. */
  ring() {
    const { lit } = this;
    this.root.classList.toggle("adds", lit.length > 0);
    this.labels.forEach(({ classList }, i) => classList.toggle("lowest", lit.includes(i)));
    this.chips.forEach(({ classList }, i) => {
      classList.toggle("next-left", lit.includes(i));
      classList.toggle("next-right", lit.includes(i - 1));
    });
  }

  /* Shown instead of the tokens, before the first split: a press chooses this row as best. If the question
     is about the gaps of the word, it is no button. */
  cover() {
    if (this.holder.querySelector(".cover")) return;
    const { question, run } = this.view;
    const cover = element(run.gaps ? "span" : "button", "?", "cover");
    if (!run.gaps) {
      Object.assign(cover, { type: "button", title: run.guess, onclick: () => question.bet(this) });
      cover.setAttribute("aria-label", `${this.word.name}: ${run.guess}`);
    }
    Object.assign(this, { index: -1, lit: [], chips: [], labels: [] });
    this.holder.replaceChildren(cover);
  }

  /* The text after the last split. */
  endAt(index) {
    const { best, end } = this.word;
    if (!end || index < this.splits.length - 1) return [];
    return [element("span", end, best ? "end best" : "end")];
  }

  /* The places of the tokens made by a split. */
  freshOf(index, made) {
    if (this.windows) return this.windows[index][1];
    return this.recut ? made : made.map((place, earlier) => place - earlier);
  }

  /* For each token of a split, the places of its one or two tokens in the split before. */
  originsOf(index) {
    const [, tokens, joined] = this.splits[index];
    const [, before] = this.splits[index - 1];
    let place = this.windows?.[index][0] ?? 0;
    return tokens.map((token) => {
      if (token < 0) return [];
      const origin = joined.includes(place) ? [place, place + 1] : [place];
      place += origin.length;
      return before[origin[0]] >= 0 ? origin : []; // it may have been outside the window
    });
  }

  /* The places at which an adjacent pair begins. */
  get pairs() {
    const { numbers } = this;
    return numbers.flatMap((token, i) => (token >= 0 && numbers[i + 1] >= 0 ? [i] : []));
  }

  /* In a trace, the rank of each adjacent pair is shown between its tokens. */
  withRanks(ranks) {
    this.labels = [];
    // Between tokens of which no two are merged any more nothing stands: equal splits look equal.
    if (!ranks?.some((rank) => rank >= 0)) return this.chips;
    const { rank, no_rank } = this.view.text;
    return this.chips.flatMap((chip, i) => {
      if (i === ranks.length) return [chip];
      const known = ranks[i] >= 0;
      const label = element("span", known ? ranks[i] : "", "rank");
      label.title = known ? fill(rank, { rank: ranks[i] }) : no_rank;
      this.labels.push(label);
      return ranks[i] === null ? [chip] : [chip, label]; // null next to omitted tokens
    });
  }
}

/* The name of a word or pair, which describes the click's effect if the page handles it. */
export function clickable(asks, text, className, title) {
  const name = element("span", text, className);
  if (asks) name.title = title;
  return name;
}

/* Find adjacent tokens, by number, in an element: the chips at each place. */
export function placesOfTokens(holder, tokens) {
  const chips = [...holder.children].filter((child) => child.matches("[data-number], .gap"));
  return chips
    .map((_, i) => chips.slice(i, i + tokens.length))
    .filter((found) => tokens.every((token, k) => found[k]?.dataset.number === String(token)));
}
