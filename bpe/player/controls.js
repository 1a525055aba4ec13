/* The player's controls: their labels, their state at a step, and playing. */

import { writeQuery } from "./browser.js";
import { fill } from "./chips.js";
import { GLIDE } from "./gliding.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 50]; // steps per second
const KEY_NAMES = { first: "Home", previous: "←", next: "→", last: "End", keys: "?", hide: "H", details: "D" };

export function nameControls(root, text, steps) {
  const part = (selector) => root.querySelector(selector);
  label(root, text);
  for (const name of [...Object.keys(KEY_NAMES), "present", "picture", "other"]) {
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

/* Playing: one step after the other, until the last one or until the reader takes over. */
export class Clock {
  playing = false;
  interval = Infinity; // ms between two played steps

  constructor(player) {
    this.player = player;
    this.speed = player.part(".speed");
    this.button = player.part('[data-do="play"]');
  }

  load({ speeds }) {
    const chosen = this.speed.value || "1";
    const named = (speed) => fill(speeds, { speed });
    this.speed.replaceChildren(...SPEEDS.map((speed) => new Option(named(speed), speed)));
    this.speed.value = chosen;
  }

  /* A link may start it, once; if the reader prefers reduced motion, only the button does. */
  begin() {
    const { inAddress, pathname, calm } = this.player;
    if (!inAddress || new URL(location.href).searchParams.get("play") !== "1") return;
    writeQuery("play", null, pathname);
    if (!calm.matches) this.play();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /* Play from the current step (from the first one, at the end) to the last or another one; first: ms
     before it starts. */
  play(...asked) {
    const { player } = this;
    if (player.steps === 0) return;
    this.playing = true;
    player.forget();
    if (player.step === player.steps) player.go(0, { stop: false });
    this.tick(...asked);
    this.paint();
  }

  tick(last = this.player.steps, interval = 1000 / Number(this.speed.value), first = interval) {
    const { player } = this;
    this.stop();
    this.interval = interval;
    const next = () => {
      player.go(player.step + 1, { animate: interval > GLIDE, stop: false });
      if (player.step >= last) this.pause();
      else this.ticking = setTimeout(next, interval);
    };
    this.ticking = setTimeout(next, first);
  }

  pause({ report = true } = {}) {
    if (!this.playing) return;
    this.playing = false;
    this.stop();
    this.paint();
    if (report) this.player.settle();
  }

  stop() {
    clearTimeout(this.ticking);
    this.interval = Infinity;
  }

  paint() {
    const { text, root, guess } = this.player;
    const name = guess.hidden ? text.go_on : this.playing ? text.pause : text.play;
    root.classList.toggle("playing", this.playing);
    this.button.setAttribute("aria-label", name);
    this.button.title = `${name} (${text.key_space_name})`;
  }
}
