/* Tells the page that its player has shown an answer. */

import { hearFor } from "../../bpe/player/chips.js";

export default function ({ data, parentElement, setTriggerValue }) {
  const shown = ({ detail }) => detail.key === data.key && setTriggerValue("shown", detail.step);
  return hearFor(parentElement, "bet", shown);
}
