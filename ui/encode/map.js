/* The token map of one tokenizer, and the step of its address. */

import { instanceIn, whenGone } from "../draw/chips.js";
import { TokenMap } from "../draw/token_map.js";
import { writeStep } from "../shell/address.js";

export default function ({ data, parentElement }) {
  const map = instanceIn(parentElement, (parent) => new TokenMap(parent.querySelector(".map")));
  map.pathname ??= location.pathname;
  if (data.payload !== map.payload) {
    map.payload = data.payload;
    map.load(JSON.parse(data.payload));
  }
  writeStep(data.step, data.home, map.pathname);
  return whenGone(parentElement);
}
