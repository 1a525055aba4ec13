/* The player as a component of the app. */

import { instanceIn, whenGone } from "../draw/chips.js";
import { Player } from "./player.js";

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const player = instanceIn(parentElement, (parent) => new Player(parent));
  Object.assign(player, { setStateValue, setTriggerValue });
  player.update(data);
  return whenGone(parentElement, () => player.destroy());
}
