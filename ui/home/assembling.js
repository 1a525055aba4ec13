/* A word puts itself together from its letters, once, and again on asking: it looks its splits up. */

import { element, instanceIn, makeChip, whenGone } from "../draw/chips.js";
import { GLIDE, prepareGliding } from "../player/glide.js";
import { Row } from "../player/row.js";

const [WHOLE, BEAT] = [5000, 700]; // ms of all merges, and of one at most

export default function ({ data, parentElement }) {
  const drawn = instanceIn(parentElement, (parent) => new Assembling(parent));
  drawn.update(data);
  return whenGone(parentElement, () => clearTimeout(drawn.timer));
}

class Assembling {
  calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(parent) {
    this.root = element("div", "", "assembling");
    this.said = element("p");
    this.again = element("button");
    this.again.type = "button";
    this.again.addEventListener("click", () => this.play());
    parent.append(this.root);
  }

  update({ word, said, again }) {
    this.said.textContent = said;
    this.again.textContent = again;
    if (word !== this.source) this.begin(word);
    this.row.holder.setAttribute("aria-label", said);
  }

  begin(word) {
    this.source = word;
    const { splits, tokens } = JSON.parse(word);
    const chip = (token) => makeChip(...tokens[token]);
    this.row = new Row({ text: "", splits }, { asks: false, chip, run: {}, text: {} });
    this.last = splits.length - 1;
    this.row.holder.setAttribute("role", "group");
    this.root.replaceChildren(this.row.holder, this.said, this.again);
    if (this.calm.matches) this.show(this.last);
    else this.play();
  }

  play() {
    this.show(0);
    this.root.style.minHeight = ""; // its letters need most room: what stands below keeps its place
    this.root.style.minHeight = `${this.root.offsetHeight}px`;
  }

  /* Show a step, and after a beat the next. */
  show(step) {
    clearTimeout(this.timer);
    const glide = prepareGliding([this.row], step, step > 0 && !this.calm.matches);
    this.row.paint(step, true);
    glide();
    this.root.dataset.at = step;
    const beat = Math.max(GLIDE, Math.min(BEAT, WHOLE / this.last));
    if (step < this.last) this.timer = setTimeout(() => this.show(step + 1), beat);
  }
}
