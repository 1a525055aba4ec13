/* The token map of one tokenizer. */

import { instanceIn, whenGone } from "../../bpe/player/chips.js";
import { TokenMap } from "../draw/token_map.js";

export default function ({ data, parentElement }) {
  const map = instanceIn(parentElement, (parent) => new TokenMap(parent.querySelector(".map")));
  if (data.payload !== map.payload) {
    map.payload = data.payload;
    map.load(JSON.parse(data.payload));
  }
  return whenGone(parentElement);
}
