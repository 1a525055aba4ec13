/* The leading pairs of a run as bars, and the bracket around those that tie for the lead. */

import { element, fill, written } from "../draw/chips.js";
import { clickable } from "./clicks.js";

export class Leaders {
  constructor(view) {
    const { run, text, part } = view;
    Object.assign(this, { view, run, text });
    this.width = run.scored ? 3 : 2; // numbers a pair has in a step's list
    const heading = run.scored ? text.scores : text.pairs;
    part(".leaders .label").textContent = heading;
    this.holder = part(".bars");
    this.bracket = part(".bracket span");
    this.bars = Array.from({ length: run.bars }, () => makeBar(view));
    this.holder.querySelector("ol").setAttribute("aria-label", heading);
    this.holder.querySelector("ol").replaceChildren(...this.bars.map((bar) => bar.root));
    if (!run.sums) return;
    this.sum = element("li", "", "sum");
    this.bars[0].root.after(this.sum);
    this.holder.classList.add("summed");
  }

  paint(step, hidden = false) {
    if (hidden) return this.cover();
    const { run, width } = this;
    const [tied, bracketed, largest, ...leaders] = run.leaders[step];
    this.bars.forEach((bar, i) => {
      const [pair, count, score] = leaders.slice(i * width, (i + 1) * width);
      bar.root.hidden = pair === undefined;
      if (bar.root.hidden) return;
      this.namePair(bar, pair);
      bar.root.classList.toggle("next", i === 0 && step < run.steps);
      bar.share = `scaleX(${Number(score ?? count) / largest})`;
      bar.fill.style.transform = bar.share;
      const occurrences = written(count);
      bar.value.replaceChildren(score ?? occurrences);
      if (score && !this.sum) bar.value.append(element("small", `× ${occurrences}`));
    });
    this.holder.style.setProperty("--shown", leaders.length / width);
    this.work(run.sums?.[step]);
    this.holder.classList.toggle("tied", bracketed > 1);
    this.holder.style.setProperty("--tied", bracketed);
    const label = tied > bracketed ? this.text.tied_shown : this.text.tied;
    this.bracket.textContent = fill(label, { count: written(tied), shown: bracketed });
  }

  /* Where each bar stands, and how long it is: pair -> [its elements, from the top, share]. */
  get places() {
    const shown = this.bars.filter(({ pair, root }) => pair !== undefined && !root.hidden);
    return new Map(shown.map((bar) => [bar.pair, { bar, top: bar.root.offsetTop, share: bar.share }]));
  }

  /* How the first one's number is worked out. */
  work(sum) {
    if (this.sum) this.sum.textContent = sum || "\u00a0";
  }

  /* Say nothing of any pair, in the same room. */
  cover() {
    this.work("");
    for (const bar of this.bars) {
      bar.pair = undefined;
      bar.root.hidden = false;
      bar.root.classList.remove("next");
      bar.names.replaceChildren();
      bar.names.style.visibility = "hidden"; // nothing to press
      bar.value.replaceChildren();
      bar.fill.style.transform = "scaleX(0)";
    }
    this.holder.classList.remove("tied");
    this.bracket.textContent = "";
  }

  namePair(bar, pair) {
    if (bar.pair === pair) return;
    bar.pair = pair;
    bar.names.style.visibility = "";
    const tokens = this.run.pairs[pair];
    bar.names.replaceChildren(...tokens.map((token) => this.view.chip(token)));
  }
}

function makeBar({ asks, text }) {
  const bar = {
    root: element("li"),
    names: clickable(asks, "", "pair", text.find),
    fill: element("i"),
    value: element("span", "", "value"),
  };
  const track = element("span", "", "track");
  track.append(bar.fill);
  bar.root.append(bar.names, track, bar.value);
  return bar;
}
