/* One run on the screen: caption, words, the last merge, leading pairs, learned tokens. */

import { captionOf, nameOf } from "./captions.js";
import { element, explainMark, makeChip, written } from "./chips.js";
import { label } from "./controls.js";
import { Question } from "./question.js";
import { Beats, FOUND, LANDED, SAID } from "./gliding.js";
import { placesOfTokens, Row } from "./row.js";
import { inkOf, showIn } from "./screen.js";
import { LeadingPairs, LearnedTokens, RankedMerges } from "./side.js";

/* The question of covered rows, set by hosts with such runs: covered.js. */
export const QUESTIONS = {};

/* list: of the words, unless it has its own. */
export class RunView {
  constructor(run, template, text, asks, guess, list) {
    Object.assign(this, { run, text, asks });
    this.root = template.content.firstElementChild.cloneNode(true);
    this.part = (selector) => this.root.querySelector(selector);
    this.list = list ?? this.part(".words");
    this.saying = element("span", "", "saying");
    this.part(".caption").append(this.saying);
    this.chips = run.tokens.map(([exact, colour, drawn], number) => {
      const chip = makeChip(exact, colour, drawn, run.mark?.[1]);
      chip.dataset.number = number;
      return chip;
    });
    label(this.root, text);
    this.part(".title").textContent = run.title;
    this.part(".title").hidden = !run.title;
    const named = (what) => [run.title, what].filter(Boolean).join(": ");
    this.part(".words").setAttribute("aria-label", named(text.words));
    this.part(".side").setAttribute("aria-label", named(run.scored ? text.scores : text.pairs));
    this.part("thead th:nth-child(2)").hidden = !run.words.some((word) => "count" in word);
    this.rows = run.words.map((word) => new Row(word, this));
    this.examples = new Map();
    const hasExamples = Boolean(run.examples?.words.length);
    this.part(".words").classList.toggle("few", this.rows.length <= 8 && !hasExamples);
    this.part(".frequent").append(...this.rows.map((row) => row.root));
    // Names and counts have the same width at every step, whichever words are examples.
    const all = [...run.words.map(({ name, text, count }) => [name ?? text, count]), ...(run.examples?.words ?? [])];
    this.root.style.setProperty("--longest", Math.max(...all.map(([name]) => inkOf(name))));
    this.root.style.setProperty("--digits", Math.max(...all.map(([, count]) => written(count ?? 0).length)));
    for (const heading of this.root.querySelectorAll(".words .heading")) heading.hidden = !hasExamples;
    const columns = this.part(".columns");
    // The height of the box is known once the page above is built.
    const sizes = new ResizeObserver(() => this.resized());
    for (const each of [columns, this.part(".learned")]) sizes.observe(each);
    columns.classList.toggle("alone", !run.bars);
    this.root.style.setProperty("--bars", run.bars);
    const notes = run.mark ? [run.mark] : [];
    if (run.words.some(({ splits }) => splits[0]?.[3])) notes.push([text.rank_sign, text.rank_said]);
    this.part("thead th:last-child").append(...notes.map(explainMark));
    this.highlight = new Highlight(this);
    this.question = new (run.covered ? QUESTIONS.covered : Question)(guess, this);
    this.beats = new Beats();
    this.part(".merged").hidden = !run.leaders;
    this.part(".side").hidden = !run.bars;
    if (run.ranked) this.ranked = new RankedMerges(this);
    if (!run.leaders) return;
    this.leaders = new LeadingPairs(this);
    this.learned = new LearnedTokens(this);
  }

  chip(token) {
    if (token < 0) return Object.assign(element("span", "…", "gap"), { title: this.text.gap });
    return this.chips[token].cloneNode(true);
  }

  /* A run that is shorter than the other one stays at its end. */
  at(step) {
    return Math.min(step, this.run.steps);
  }

  /* The last merge and the next one, for screen readers. */
  get said() {
    return [this.run.title, this.merged, this.saying.textContent].filter(Boolean).join(" ");
  }

  /* The sentence for a step; its text is that of its elements, so screen readers can read it. */
  caption(step) {
    if (this.run.facts) return captionOf(this, step);
    const { said, texts, names } = this.run.captions;
    return said[step].flatMap((part) => {
      if (Array.isArray(part)) return part.length === 1 ? this.chip(part[0]) : this.pair(part);
      return part >= 0 ? texts[part] : nameOf(names[-1 - part]);
    });
  }

  /* "(e, s)": its two tokens for display, the rest for screen readers. */
  pair = (tokens) => {
    const [left, right] = tokens.map((token) => this.chip(token));
    const holder = element("span", "", "pair");
    holder.dir = "ltr";
    const aside = (text) => element("span", text, "aside");
    holder.append(aside("("), left, aside(", "), right, aside(")"));
    return holder;
  };

  /* All visible rows, from the top. */
  get shown() {
    return [...this.examples.values(), ...this.rows];
  }

  /* The elements with its tokens: its rows, and its bars. */
  get holders() {
    return [...this.shown.map((row) => row.holder), ...this.root.querySelectorAll(".bars .pair")];
  }

  /* Whether it has drawn an element, possibly in a shared list or sentence. */
  owns(element) {
    const shared = element.closest(".tokens, .saying");
    if (!shared) return this.root.contains(element);
    return shared === this.saying || this.shown.some((row) => row.holder === shared);
  }

  /* The rows of words changed by the last merge and, unless hidden, by the next one. */
  examplesAt(step) {
    const found = new Map();
    for (const merge of this.question.isOpen(step) ? [step - 1] : [step - 1, step]) {
      for (const [word, before, after, joined] of this.run.examples?.splits[merge] ?? []) {
        const earlier = found.get(word) ?? [[merge, before, []]];
        found.set(word, [...earlier, [merge + 1, after, joined]]);
      }
    }
    const rows = new Map();
    for (const [word, splits] of found) {
      const [text, count] = this.run.examples.words[word];
      const row = this.examples.get(word) ?? new Row({ text, count, splits }, this);
      row.become(splits);
      rows.set(word, row);
    }
    return rows;
  }

  /* Record the places of tokens and bars that will move; call the result after painting to start the
     beats of a merge, which take this many milliseconds. */
  prepare(step, time) {
    const { beats, leaders } = this;
    const now = this.at(step);
    const onward = now > this.step;
    beats.begin(now === this.step ? 0 : time);
    this.step = now;
    this.examples = this.examplesAt(now);
    if (!beats.time) return () => {};
    const glide = beats.prepare(this.shown, now);
    const before = leaders?.picture;
    if (before) before.list = before.list.cloneNode(true);
    return () => {
      glide();
      if (!leaders) return;
      if (before.rows.size && leaders.picture.rows.size) beats.count(before, leaders.picture);
      if (onward) beats.fly(this.newest, this.learned.newest, this.root.closest(".player"));
    };
  }

  /* Outline the pairs tied with the next one. */
  markTied(pairs) {
    for (const { holder } of this.shown) {
      for (const chip of holder.querySelectorAll(".tied")) chip.classList.remove("tied");
      for (const chip of pairs.flatMap((pair) => placesOfTokens(holder, pair).flat())) chip.classList.add("tied");
    }
  }

  /* The first visible place of the last merge. */
  get newest() {
    const { top, bottom } = this.list.getBoundingClientRect();
    return this.shown.flatMap(({ chips }) => chips).find((chip) => {
      const box = chip.getBoundingClientRect();
      return chip.matches(".fresh") && box.height && box.top >= top && box.bottom <= bottom;
    });
  }

  paint(step) {
    const { run } = this;
    const now = this.at(step);
    const hidden = this.question.isOpen(now);
    this.question.paint(now);
    for (const row of this.shown) row.paint(now, hidden);
    const examples = [...this.examples.values()];
    const heading = this.part(".examples .heading");
    heading.hidden = !examples.length;
    this.part(".examples").replaceChildren(heading, ...examples.map((row) => row.root));
    const { beats } = this;
    if (run.leaders) {
      this.leaders.paint(now, hidden);
      this.learned.paint(now);
      beats.at(LANDED, () => this.paintMerged(run.merges[now - 1]));
    }
    this.ranked?.paint(now);
    beats.at(FOUND, () => {
      for (const row of this.shown) row.ring();
      if (run.leaders) this.markTied(hidden ? [] : this.leaders.tied(now));
      this.showNext();
    });
    beats.at(SAID, () => this.saying.replaceChildren(...(this.question.caption(now) ?? this.caption(now))));
    this.question.mark();
    this.highlight.again();
  }

  resized() {
    if (this.step === undefined) return;
    this.learned?.paint(this.step);
    this.showNext();
  }

  /* The next merge is visible at every step. */
  showNext() {
    const next = this.list.querySelector(".next-left");
    for (const box of [this.list, this.part(".columns")]) showIn(box, next);
    // A caption longer than its lines can also be scrolled by keyboard.
    const caption = this.part(".caption");
    if (caption.scrollHeight > caption.clientHeight) caption.tabIndex = 0;
    else caption.removeAttribute("tabindex");
  }

  paintMerged(merge) {
    this.learned.say(this.step);
    const line = this.part(".merged");
    this.merged = this.text.no_merge;
    if (!merge) return line.replaceChildren(this.merged);
    const [left, right, made] = merge.map((token) => this.chip(token));
    const [first, second, joined] = merge.map((token) => this.run.tokens[token][0]);
    this.merged = `${this.text.merged} ${first} + ${second} → ${joined}.`;
    made.classList.add("fresh");
    line.replaceChildren(element("span", this.text.merged, "what"), left, "+", right, "→", made);
  }
}

/* Highlight what the reader points at, wherever it is drawn, unless it would reveal the answer. The
   payload has the token of each chip; a pair is two adjacent ones, and a token of the vocabulary also
   highlights its two parts. */
class Highlight {
  constructor(view) {
    Object.assign(this, { view, lit: [] });
    for (const place of [view.root, view.list, view.saying]) {
      place.addEventListener("pointerover", ({ target }) => this.at(view.owns(target) ? pointedAt(target) : []));
      place.addEventListener("pointerleave", () => this.at([]));
    }
  }

  /* lit: runs of adjacent tokens, by number. */
  at(lit) {
    if (lit.join(";") === this.lit.join(";")) return;
    this.lit = lit;
    this.again();
  }

  again() {
    const { view } = this;
    const { saying } = view;
    const others = [saying, ...saying.querySelectorAll(".pair"), view.part(".merged"), view.part(".learned .list")];
    for (const holder of [...view.holders, ...others]) {
      for (const chip of holder.querySelectorAll(".lit")) chip.classList.remove("lit");
      if (view.question.open) continue;
      for (const chip of this.lit.flatMap((tokens) => placesOfTokens(holder, tokens).flat())) {
        chip.classList.add("lit");
      }
    }
  }
}

/* The object under the pointer: a pair, a token, one of the vocabulary with its parts, or nothing. */
function pointedAt(target) {
  const numbers = (chips) => Array.from(chips, (chip) => chip.dataset.number);
  const pair = target.closest(".bars li, .pair")?.querySelectorAll(".token");
  if (pair) return pair.length ? [numbers(pair)] : [];
  const token = target.closest(".token");
  const parts = token?.dataset.parts?.split(" ") ?? [];
  return token ? [numbers([token]), ...parts.map((part) => [part])] : [];
}
