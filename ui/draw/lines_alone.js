/* Line charts synchronized with the page's player. */

import { instanceIn, whenGone } from "../../bpe/player/chips.js";
import { Lines } from "./lines.js";
import { PlayerStep } from "./player_step.js";

export default function ({ data, parentElement }) {
  const { lines, at } = instanceIn(parentElement, (parent) => {
    const at = new PlayerStep(() => lines.paint(at.now));
    const lines = new Lines(parent.querySelector(".lines"), (step) => at.go(step));
    return { lines, at };
  });
  at.update(data);
  lines.show(data);
  lines.paint(at.now);
  return whenGone(parentElement, () => at.leave());
}
