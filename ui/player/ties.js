/* Which of the tied pairs is merged: the rules in a list below the leading pairs. Python trains by the one
   that is chosen, and the reader stays at the step. */

import { element } from "../../bpe/player/chips.js";

export class TieRule {
  constructor(player) {
    this.player = player;
    this.root = element("label", "", "tie-rule");
    this.list = element("select");
    this.list.addEventListener("change", () => player.clicks.tell("ties", [this.list.value]));
  }

  /* rules: {label, names, now}, or null where the page leaves the rule to its scheme. */
  draw(rules) {
    if (!rules) return this.root.remove();
    const { label, names, now } = rules;
    this.list.replaceChildren(...Object.entries(names).map(([rule, name]) => new Option(name, rule)));
    this.list.value = now;
    this.root.replaceChildren(element("span", label), this.list);
    this.player.part(".leaders").append(this.root);
  }
}
