/* The vocabulary as it grows: the tokens learned so far, in the order learned, and its size as a sum. */

import { fill, written } from "../draw/chips.js";

const SHOWN = 40; // tokens, the last ones

export class Learned {
  constructor(view) {
    const { part, run, text } = view;
    Object.assign(this, { view, run, root: part(".learned"), list: part(".learned .list") });
    this.sum = part(".learned .label");
    this.said = text[`learned_${run.unit}`];
    this.list.dir = "ltr";
    this.list.setAttribute("role", "group");
    this.list.setAttribute("aria-label", text.learned);
    if (run.mark && run.unit === "characters") this.sum.title = fill(text.learned_mark, { mark: run.mark[0] });
  }

  paint(step) {
    this.step = step;
    const { vocabulary, merges } = this.run;
    const [letters, size] = [vocabulary[0], vocabulary[step]].map(written);
    this.sum.textContent = fill(this.said, { letters, learned: written(step), size });
    this.root.dataset.learned = step;
    const first = Math.max(step - SHOWN, 0);
    const chips = merges.slice(first, step).map((merge) => this.chip(merge));
    chips.at(-1)?.classList.add("fresh");
    this.list.replaceChildren(...chips);
    this.fit(chips);
  }

  /* Only whole rows stand there: what has no room is left out, the first tokens first. */
  fit(chips) {
    const last = chips.at(-1);
    if (!last?.offsetHeight) return;
    const top = last.offsetTop + last.offsetHeight - this.list.clientHeight;
    const away = chips.filter(({ offsetTop }) => offsetTop < top - 1);
    for (const chip of away) chip.remove();
  }

  /* A token that says what it was made of. */
  chip([left, right, made]) {
    const chip = this.view.chip(made);
    chip.dataset.parts = `${left} ${right}`;
    const [one, other] = [left, right].map((token) => this.run.tokens[token][0]);
    chip.title = `${one} + ${other}`;
    return chip;
  }

  /* The newest one, which moves in. */
  get newest() {
    return this.list.querySelector(".fresh");
  }
}
