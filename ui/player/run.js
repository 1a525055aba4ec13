/* One run on the screen: caption, words, the merge that led here, leading pairs, what was learned. */

import { element, explainMark, makeChip } from "../draw/chips.js";
import { captionOf, nameOf } from "./captions.js";
import { label } from "./controls.js";
import { Covers } from "./covers.js";
import { Beats, prepareGliding } from "./glide.js";
import { Highlight } from "./highlight.js";
import { Leaders } from "./leaders.js";
import { Learned } from "./learned.js";
import { Question } from "./question.js";
import { Ranked } from "./ranked.js";
import { showIn } from "./room.js";
import { Row } from "./row.js";

export class Run {
  /* list: where its words stand, if it has no list of its own. */
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
    for (const heading of this.root.querySelectorAll(".words .heading")) {
      heading.hidden = !hasExamples;
    }
    // The box has its height once the page above is built.
    new ResizeObserver(() => this.resized()).observe(this.part(".columns"));
    this.root.style.setProperty("--bars", run.bars);
    const notes = run.mark ? [run.mark] : [];
    if (run.words.some(({ splits }) => splits[0]?.[3])) notes.push([text.rank_sign, text.rank_said]);
    this.part("thead th:last-child").append(...notes.map(explainMark));
    this.highlight = new Highlight(this);
    this.question = new (run.covered ? Covers : Question)(guess, this);
    this.part(".merged").hidden = !run.leaders;
    this.part(".side").hidden = !run.bars;
    this.beats = new Beats();
    this.part(".columns").classList.toggle("alone", !run.bars);
    if (run.ranked) this.ranked = new Ranked(this);
    if (!run.leaders) return;
    this.leaders = new Leaders(this);
    this.learned = new Learned(this);
  }

  chip(token) {
    if (token < 0) return Object.assign(element("span", "…", "gap"), { title: this.text.gap });
    return this.chips[token].cloneNode(true);
  }

  /* A run that is shorter than the one beside it rests at its end. */
  at(step) {
    return Math.min(step, this.run.steps);
  }

  /* What was merged and what comes next, to be read aloud. */
  get said() {
    return [this.run.title, this.merged, this.saying.textContent].filter(Boolean).join(" ");
  }

  /* The sentence for a step; its text is that of the elements in it, so it can be read aloud. */
  caption(step) {
    if (this.run.facts) return captionOf(this, step);
    const { said, texts, names } = this.run.captions;
    return said[step].flatMap((part) => {
      if (Array.isArray(part)) return part.length === 1 ? this.chip(part[0]) : this.pair(part);
      return part >= 0 ? texts[part] : nameOf(names[-1 - part]);
    });
  }

  /* "(e, s)": its two tokens to look at, the rest to be read aloud. */
  pair = (tokens) => {
    const [left, right] = tokens.map((token) => this.chip(token));
    const holder = element("span", "", "pair");
    holder.dir = "ltr";
    const aside = (text) => element("span", text, "aside");
    holder.append(aside("("), left, aside(", "), right, aside(")"));
    return holder;
  };

  /* All rows on the screen, from the top. */
  get shown() {
    return [...this.examples.values(), ...this.rows];
  }

  /* What its tokens stand in: its rows, and its bars. */
  get holders() {
    return [...this.shown.map((row) => row.holder), ...this.root.querySelectorAll(".bars .pair")];
  }

  /* Whether it has drawn an element, which may stand in a list or a sentence that it shares. */
  owns(element) {
    const shared = element.closest(".tokens, .saying");
    if (!shared) return this.root.contains(element);
    return shared === this.saying || this.shown.some((row) => row.holder === shared);
  }

  /* The rows of words that the last merge changed and, unless that is hidden, the next one will. */
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

  /* Note where tokens and bars are that will move; the answer starts their moving: the pair glides
     together, then the bars go to their places, then the next pair is ringed. */
  prepare(step, animate) {
    const now = this.at(step);
    this.examples = this.examplesAt(now);
    this.beats.stop();
    const glide = prepareGliding(this.shown, now, animate);
    const bars = animate && this.leaders?.places;
    return () => {
      glide();
      if (!animate) return;
      if (bars) this.beats.bars(bars, this.leaders.places, this.learned.newest);
      this.beats.ring(this.shown.flatMap((row) => row.ringed));
    };
  }

  paint(step) {
    const { run } = this;
    const now = this.at(step);
    const hidden = this.question.isOpen(now);
    this.question.paint(now);
    for (const row of this.shown) row.paint(now, hidden);
    this.saying.replaceChildren(...(this.question.caption(now) ?? this.caption(now)));
    const examples = [...this.examples.values()];
    const heading = this.part(".examples .heading");
    heading.hidden = !examples.length;
    this.part(".examples").replaceChildren(heading, ...examples.map((row) => row.root));
    if (run.leaders) {
      this.paintMerged(run.merges[now - 1]);
      this.leaders.paint(now, hidden);
      this.learned.paint(now);
    }
    this.ranked?.paint(now);
    this.question.mark();
    this.highlight.again();
  }

  resized() {
    if (this.learned?.step !== undefined) this.learned.paint(this.learned.step);
    this.showNext();
  }

  /* What is merged next is in sight at every step. */
  showNext() {
    const words = this.list;
    const next = words.querySelector(".next-left");
    for (const box of [words, this.part(".columns")]) showIn(box, next);
    // A caption that is longer than its lines can be scrolled by keyboard too.
    const caption = this.part(".caption");
    if (caption.scrollHeight > caption.clientHeight) caption.tabIndex = 0;
    else caption.removeAttribute("tabindex");
  }

  paintMerged(merge) {
    const line = this.part(".merged");
    this.merged = this.text.no_merge;
    if (!merge) return line.replaceChildren(this.text.no_merge);
    const [left, right, made] = merge.map((token) => this.chip(token));
    const [first, second, joined] = merge.map((token) => this.run.tokens[token][0]);
    this.merged = `${this.text.merged} ${first} + ${second} → ${joined}.`;
    made.classList.add("fresh");
    line.replaceChildren(element("span", this.text.merged, "what"), left, "+", right, "→", made);
  }
}
