/* The player's controls: their names, and what they show at a step. */

import { fill } from "../draw/chips.js";

const KEY_NAMES = { first: "Home", previous: "←", next: "→", last: "End", keys: "?", hide: "H", details: "D" };

export function nameControls(root, text, steps) {
  const part = (selector) => root.querySelector(selector);
  label(root, text);
  for (const name of [...Object.keys(KEY_NAMES), "present", "other"]) {
    const button = part(`[data-do="${name}"]`);
    button.setAttribute("aria-label", text[name]);
    button.title = name in KEY_NAMES ? `${text[name]} (${KEY_NAMES[name]})` : text[name];
  }
  root.setAttribute("aria-label", text.player);
  root.style.quotes = text.quotes.split(" ").map((mark) => `"${mark}"`).join(" ");
  part(".slider").max = part(".goto").max = steps;
  part(".slider").setAttribute("aria-label", text.step);
  part("dialog").setAttribute("aria-label", text.keys_title);
}

export function paintControls(root, text, step, steps, playing) {
  const part = (selector) => root.querySelector(selector);
  const position = fill(text.step_of, { step, steps });
  const slider = part(".slider");
  slider.value = step;
  slider.setAttribute("aria-valuetext", position);
  part(".position").textContent = position;
  const box = part(".goto");
  if (root.getRootNode().activeElement !== box || playing) box.value = step;
  for (const [name, end] of [["first", 0], ["previous", 0], ["next", steps], ["last", steps]]) {
    part(`[data-do="${name}"]`).setAttribute("aria-disabled", step === end);
  }
  part('[data-do="play"]').setAttribute("aria-disabled", steps === 0);
}

export function label(root, text) {
  for (const named of root.querySelectorAll("[data-text]")) {
    named.textContent = text[named.dataset.text];
  }
}
