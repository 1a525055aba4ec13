/* Reports a press on a found token, anywhere on the page. */

import { hearFor } from "../../bpe/player/chips.js";

export default function ({ parentElement, setTriggerValue }) {
  return hearFor(parentElement, "click", ({ target }) => {
    const hit = target.closest?.("[data-found]");
    if (hit) setTriggerValue("hit", [hit.dataset.of, Number(hit.dataset.found)]);
  });
}
