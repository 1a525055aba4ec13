/* Merging by hand on a page of the app: the server trains. Text and merges are in the address. */

import { writeQuery } from "../bpe/player/browser.js";
import { instanceIn, whenGone } from "../bpe/player/chips.js";
import { ByHand } from "./by_hand.js";

export default function ({ data, parentElement, setTriggerValue }) {
  const stage = instanceIn(parentElement, (parent) => new ByHand(parent, (merges) => stage.send("merges", merges)));
  stage.send = setTriggerValue;
  stage.pathname ??= location.pathname;
  for (const [name, value] of Object.entries(data.address)) writeQuery(name, value, stage.pathname);
  stage.update(data);
  return whenGone(parentElement, () => stage.ended.abort());
}
