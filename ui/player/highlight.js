/* What the reader points at, lit wherever it is drawn. Which token a chip is stands in the payload;
   a pair is two of them next to each other. */

export class Highlight {
  constructor(view) {
    Object.assign(this, { view, tokens: [] });
    for (const place of [view.root, view.list, view.saying]) {
      place.addEventListener("pointerover", ({ target }) => this.at(view.owns(target) ? pointedAt(target) : []));
      place.addEventListener("pointerleave", () => this.at([]));
    }
  }

  at(tokens) {
    if (String(tokens) === String(this.tokens)) return;
    this.tokens = tokens;
    this.again();
  }

  again() {
    const { tokens, view } = this;
    const { saying } = view;
    const holders = [...view.holders, saying, ...saying.querySelectorAll(".pair"), view.part(".merged")];
    for (const chip of holders.flatMap((each) => [...each.querySelectorAll(".lit")])) {
      chip.classList.remove("lit");
    }
    if (!tokens.length) return;
    for (const holder of holders) {
      for (const chip of placesOfTokens(holder, tokens).flat()) chip.classList.add("lit");
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

/* The tokens under the pointer: those of a pair, one of a word, or none. */
function pointedAt(target) {
  const pair = target.closest(".bars li, .pair")?.querySelectorAll(".token");
  const chips = pair ?? [target.closest(".token")].filter(Boolean);
  return Array.from(chips, (chip) => chip.dataset.number);
}
