/* A sentence at the step of the page's player: each word's split is looked up, as the player does. */

import { element, fill, instanceIn, makeChip, whenGone } from "../../bpe/player/chips.js";
import { PlayerStep } from "./player_step.js";

export default function ({ data, parentElement }) {
  const sentence = instanceIn(parentElement, (parent) => new Resplit(parent));
  sentence.update(data);
  return whenGone(parentElement, () => sentence.at.leave());
}

class Resplit {
  constructor(parent) {
    this.root = parent.querySelector(".resplit");
    this.at = new PlayerStep(() => this.paint());
  }

  update({ payload, ...at }) {
    this.at.update(at);
    if (payload !== this.payload) {
      this.payload = payload;
      this.data = JSON.parse(payload);
      this.chips = this.data.tokens.map(([exact, colour, drawn]) => makeChip(exact, colour, drawn));
    }
    this.paint();
  }

  paint() {
    const { words, label, count } = this.data;
    const now = words.map((splits) => splits.findLast(([begun]) => begun <= this.at.now)[1]);
    const n = now.reduce((sum, tokens) => sum + tokens.length, 0);
    const drawn = now.map((tokens) => {
      const word = element("span", "", "word");
      word.append(...tokens.map((token) => this.chips[token].cloneNode(true)));
      return word;
    });
    this.root.querySelector(".label").replaceChildren(label, element("b", fill(count, { n })));
    const sentence = this.root.querySelector(".sentence");
    sentence.replaceChildren(...drawn);
    sentence.style.minHeight = `${Math.max(sentence.offsetHeight, parseFloat(sentence.style.minHeight) || 0)}px`;
  }
}
