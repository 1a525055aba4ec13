/* What the reader points at, lit wherever it is drawn, unless it would help to answer. Which token a
   chip is stands in the payload; a pair is two of them next to each other, and with a token of the
   vocabulary its two parts are lit. */

export class Highlight {
  constructor(view) {
    Object.assign(this, { view, lit: [] });
    for (const place of [view.root, view.list, view.saying]) {
      place.addEventListener("pointerover", ({ target }) => this.at(view.owns(target) ? pointedAt(target) : []));
      place.addEventListener("pointerleave", () => this.at([]));
    }
  }

  /* lit: rows of neighbours, by their numbers. */
  at(lit) {
    if (lit.join(";") === this.lit.join(";")) return;
    this.lit = lit;
    this.again();
  }

  again() {
    const { view } = this;
    const { saying } = view;
    const others = [saying, ...saying.querySelectorAll(".pair"), view.part(".merged"), view.part(".learned .list")];
    const holders = [...view.holders, ...others];
    for (const chip of holders.flatMap((each) => [...each.querySelectorAll(".lit")])) {
      chip.classList.remove("lit");
    }
    if (view.question.open) return;
    for (const tokens of this.lit) {
      for (const holder of holders) {
        for (const chip of placesOfTokens(holder, tokens).flat()) chip.classList.add("lit");
      }
    }
  }
}

/* Where in a holder these tokens, by number, stand next to each other: the chips of each place. */
export function placesOfTokens(holder, tokens) {
  const chips = [...holder.children].filter((child) => child.matches("[data-number], .gap"));
  return chips
    .map((_, i) => chips.slice(i, i + tokens.length))
    .filter((found) => tokens.every((token, k) => found[k]?.dataset.number === String(token)));
}

/* What is under the pointer: a pair, a token, one of the vocabulary with its parts, or nothing. */
function pointedAt(target) {
  const numbers = (chips) => Array.from(chips, (chip) => chip.dataset.number);
  const pair = target.closest(".bars li, .pair")?.querySelectorAll(".token");
  if (pair) return pair.length ? [numbers(pair)] : [];
  const token = target.closest(".token");
  const parts = token?.dataset.parts?.split(" ") ?? [];
  return token ? [numbers([token]), ...parts.map((part) => [part])] : [];
}
