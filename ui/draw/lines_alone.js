/* Lines whose mark and the player of the page move each other. */

import { instanceIn, whenGone } from "./chips.js";
import { Lines } from "./lines.js";

export default function ({ data, parentElement }) {
  const lines = instanceIn(parentElement, (parent) => new Led(parent.querySelector(".lines")));
  lines.show(data);
  lines.paint(lines.heard ?? data.step); // once it is heard, the player is ahead of Python
  return whenGone(parentElement, () => lines.listeners.abort());
}

class Led extends Lines {
  listeners = new AbortController();

  constructor(root) {
    super(root, (step) => {
      document.dispatchEvent(new CustomEvent("go", { detail: { key: this.data.player, step } }));
    });
    document.addEventListener("step", ({ detail }) => this.hear(detail), this.listeners);
  }

  hear({ key, step }) {
    if (key !== this.data?.player) return;
    this.heard = step;
    this.paint(step);
  }
}
