/* The player as a component of a page without a server. */

import { instanceIn, whenGone } from "../../bpe/player/chips.js";
import { CoveredRows } from "../../bpe/player/covered.js";
import { Player } from "../../bpe/player/player.js";
import { QUESTIONS } from "../../bpe/player/run.js";

QUESTIONS.covered = CoveredRows;

export default function ({ data, parentElement }) {
  const player = instanceIn(parentElement, (parent) => new Player(parent));
  player.update(data);
  return whenGone(parentElement, () => player.destroy());
}
