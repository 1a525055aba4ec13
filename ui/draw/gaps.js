/* A board of gaps on a page of its own, with its question, a button and what was right. */

import { element, instanceIn, whenGone } from "../../bpe/player/chips.js";
import { GapBoard } from "../../bpe/player/gaps.js";

export default function ({ data, parentElement }) {
  const split = instanceIn(parentElement, (parent) => new Split(parent));
  if (data.gaps !== split.source) split.load(data.gaps);
  return whenGone(parentElement);
}

class Split {
  constructor(parent) {
    this.root = element("div", "", "split");
    this.said = element("p", "", "asked");
    this.said.setAttribute("role", "status");
    this.board = new GapBoard(() => this.check());
    this.button = element("button");
    this.button.type = "button";
    this.button.addEventListener("click", () => (this.board.shown ? this.again() : this.check()));
    const below = element("div", "", "below");
    below.append(this.button, this.said);
    this.root.append(below, ...this.board.nodes);
    parent.append(this.root);
  }

  load(source) {
    this.source = source;
    this.again();
  }

  again() {
    const data = JSON.parse(this.source);
    this.board.load(data);
    this.said.textContent = data.say.ask;
    this.button.textContent = data.say.check;
    this.button.hidden = !data.open.length;
  }

  check() {
    if (this.board.shown) return;
    this.board.show();
    this.said.replaceChildren(...this.board.verdict());
    this.button.textContent = this.board.data.say.again;
  }
}
