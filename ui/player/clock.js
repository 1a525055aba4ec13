/* Playing: one step after the other, until the last or until the reader takes over. */

import { fill } from "../draw/chips.js";
import { writeQuery } from "../shell/address.js";
import { GLIDE } from "./glide.js";

const SPEEDS = [0.5, 1, 2, 5, 10, 50]; // steps a second

export class Clock {
  playing = false;

  constructor(player) {
    this.player = player;
    this.speed = player.part(".speed");
    this.button = player.part('[data-do="play"]');
  }

  load({ speed_one, speed_many }) {
    const chosen = this.speed.value || "1";
    const named = (speed) => fill(speed === 1 ? speed_one : speed_many, { speed });
    this.speed.replaceChildren(...SPEEDS.map((speed) => new Option(named(speed), speed)));
    this.speed.value = chosen;
  }

  get interval() {
    return 1000 / Number(this.speed.value);
  }

  /* A link may ask for it, once; whoever wants nothing to move by itself presses the button. */
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

  play() {
    const { player } = this;
    if (player.steps === 0) return;
    this.playing = true;
    player.forget();
    if (player.step === player.steps) player.go(0, { stop: false });
    this.restart();
    this.paint();
  }

  restart() {
    this.stop();
    if (this.playing) this.tick(this.player.steps, this.interval);
  }

  /* Play up to a step, at another pace than the reader's. */
  playTo(last, interval) {
    this.stop();
    this.playing = true;
    this.player.forget();
    this.tick(last, interval);
    this.paint();
  }

  tick(last, interval) {
    const { player } = this;
    this.ticking = setInterval(() => {
      player.go(player.step + 1, { animate: interval > GLIDE, stop: false });
      if (player.step >= last) this.pause();
    }, interval);
  }

  pause({ report = true } = {}) {
    if (!this.playing) return;
    this.playing = false;
    this.stop();
    this.paint();
    if (report) this.player.settle();
  }

  stop() {
    clearInterval(this.ticking);
  }

  paint() {
    const { text, root } = this.player;
    const name = this.player.guess.hidden ? text.go_on : this.playing ? text.pause : text.play;
    root.classList.toggle("playing", this.playing);
    this.button.setAttribute("aria-label", name);
    this.button.title = `${name} (${text.key_space_name})`;
  }
}
