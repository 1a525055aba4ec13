/* The merges that make the tokens of a word, by rank, beside the word: the one in use is lit. */

import { element, written } from "../draw/chips.js";
import { showIn } from "./room.js";

export class Ranked {
  constructor(view) {
    Object.assign(this, { view, root: view.part(".ranked"), merges: view.run.ranked });
    this.root.dir = "ltr";
    this.root.setAttribute("aria-label", view.run.ranks);
    this.root.hidden = !this.merges.length;
  }

  /* Before the rows are drawn it would tell what they hold. */
  paint(step) {
    this.root.replaceChildren(...(step ? this.merges.map((merge) => this.item(merge, step)) : []));
    showIn(this.root, this.root.querySelector(".now") ?? (step ? this.root.lastChild : null));
  }

  item([use, rank, ...tokens], step) {
    const item = element("li", "", use === step ? "now" : "");
    const [left, right, made] = tokens.map((token) => this.view.chip(token));
    item.append(element("span", written(rank), "rank"), left, right, "→", made);
    if (use === step) item.setAttribute("aria-current", "step");
    return item;
  }
}
