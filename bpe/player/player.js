/* The step player. It looks things up in a payload cut from the record (payload.py): it counts no
   pair, picks no winner, finds no occurrence and joins no tokens. */

import { inflated, writeStep } from "./browser.js";
import { Clock, nameControls, paintControls } from "./controls.js";
import { GLIDE, PROJECTED } from "./gliding.js";
import { Guess } from "./guess.js";
import { Keys, pointed } from "./keys.js";
import { offerPicture } from "./picture.js";
import { RunView } from "./run.js";
import { FitToScreen, Fullscreen, widestOf } from "./screen.js";
import { TwoRuns } from "./two_runs.js";

const ADDRESS_AFTER = 150; // ms without a step
const SPEAK_AFTER = 600;

export class Player {
  setStateValue() {} // in a single file there is no server to report to
  setTriggerValue() {}

  constructor(parent) {
    this.parent = parent;
    this.root = parent.querySelector(".player");
    this.part = (selector) => this.root.querySelector(selector);
    this.runs = [];
    this.step = 0;
    this.steps = 0;
    this.timers = {};
    this.pathname = location.pathname;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.clock = new Clock(this);
    this.guess = new Guess(this);
    this.fullscreen = new Fullscreen(this);
    this.listeners = new AbortController();
    for (const line of this.root.querySelectorAll(".keys .details")) line.hidden = true; // until it has some
    this.extend();
    this.fit = new FitToScreen(this.root, () => this.scrolled, () => this.placed());
    this.keys = new Keys(this, this.listeners.signal);
    this.listen();
  }

  /* Added by the page around it: called before the player handles a key, even if its parts have moved,
     and after it has drawn new input. */
  extend() {}
  placed() {}
  drawn() {}

  /* How far the page is scrolled. */
  get scrolled() {
    return scrollY;
  }

  /* What Python sends ---------------------------------------------------------------- */

  update(data) {
    const turn = (this.turn = {});
    const loaded = data.payload === this.source ? null : JSON.parse(data.payload);
    const isPacked = (run) => typeof run === "string";
    if (!loaded?.runs.some(isPacked)) {
      this.take(data, loaded);
      return;
    }
    this.root.classList.add("loading");
    const all = loaded.runs.map((run) => (isPacked(run) ? inflated(run) : run));
    Promise.all(all).then((runs) => {
      const late = turn !== this.turn || this.listeners.signal.aborted;
      if (!late) this.take(data, { ...loaded, runs });
    });
  }

  take(data, loaded, moved = data.generation !== this.generation) {
    this.root.classList.remove("loading");
    this.key = data.key;
    this.home = data.home;
    this.inAddress = data.address;
    this.run = data.run;
    this.about = data.about ?? "";
    const told = this.guess.take(data);
    this.generation = data.generation;
    if (loaded) {
      this.source = data.payload;
      this.load(loaded);
      this.guess.deal();
    } else {
      if (told) this.guess.deal();
      if (told && !moved) this.paint(false);
      if (!moved) return;
    }
    this.clock.pause({ report: false });
    this.step = this.clamp(moved ? data.start : this.step);
    this.paint(false);
    this.drawn();
    if (this.inAddress) this.writeAddress();
    this.clock.begin();
  }

  load({ text, steps, runs, rows }) {
    this.text = text;
    this.steps = steps;
    nameControls(this.root, text, steps);
    this.clock.load(text);
    const template = this.parent.querySelector(".run-template");
    const holder = this.part(".runs");
    this.runs = [];
    for (const run of runs) {
      const { list } = this.runs[0] ?? {};
      this.runs.push(new RunView(run, template, text, this.asks, this.guess, list));
    }
    this.twoRuns = rows && new TwoRuns(this.runs, rows);
    holder.classList.toggle("several", runs.length > 1);
    holder.replaceChildren(...this.runs.map((run) => run.root));
    this.root.classList.toggle("covered", runs.some((run) => run.covered));
    this.root.classList.toggle("alone", !runs.some((run) => run.leaders || run.covered));
    this.root.style.setProperty("--rows", Math.max(...runs.map((run) => run.words.length)) * runs.length);
    this.root.style.setProperty("--whose", Math.max(...runs.map((run) => run.title.length)));
    this.root.style.setProperty("--wide", Math.max(...runs.map(widestOf)).toFixed(1));
    this.fit.measure();
  }

  /* Moving ----------------------------------------------------------------------------- */

  clamp(step) {
    return Math.min(Math.max(Math.trunc(Number(step)) || 0, 0), this.steps);
  }

  go(step, { animate = true, stop = true } = {}) {
    if (stop) this.clock.pause();
    const from = this.step;
    this.step = this.clamp(step);
    if (this.step === from) return;
    this.isBack = this.step < from;
    const now = performance.now();
    const calm = this.calm.matches || now - (this.movedAt ?? -Infinity) < this.pace;
    this.movedAt = now;
    this.show(animate && !calm && Math.abs(this.step - from) === 1);
    this.settle();
  }

  /* Milliseconds that a merge takes. */
  get pace() {
    const isProjected = this.root.matches(".lesson") && !this.isBack;
    return isProjected ? Math.min(PROJECTED, 0.9 * this.clock.interval) : GLIDE;
  }

  /* At most one painting per frame: the first press is drawn immediately, a burst of presses only once.
     A busy machine may still owe the frame of an earlier painting: a press then moves in that frame. */
  show(animate) {
    if (this.frame) {
      Object.assign(this, { stale: true, animates: animate });
      return;
    }
    this.paint(animate);
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.stale) this.paint(this.animates);
    });
  }

  paint(animate) {
    this.stale = false;
    const { step } = this;
    this.root.dataset.step = step;
    const begins = this.runs.map((run) => run.prepare(step, animate ? this.pace : 0));
    this.runs.forEach((run) => run.paint(step));
    this.twoRuns?.paint();
    begins.forEach((begin) => begin());
    paintControls(this.root, this.text, step, this.steps, this.clock.playing);
    this.clock.paint();
    this.guess.paint();
    document.dispatchEvent(new CustomEvent("step", { detail: { key: this.key, step } }));
  }

  /* When the reader stops: update the address and the screen reader. */
  settle() {
    if (this.clock.playing) return;
    if (this.inAddress) this.later("address", ADDRESS_AFTER, () => this.writeAddress());
    this.later("speak", SPEAK_AFTER, () => {
      const position = this.part(".position").textContent;
      const said = this.runs.map((run) => run.said);
      this.part(".spoken").textContent = `${position}. ${said.join(" ")}`;
    });
  }

  later(name, delay, action) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, delay);
  }

  forget() {
    Object.values(this.timers).forEach(clearTimeout);
  }

  writeAddress() {
    writeStep(this.step, this.home, this.pathname);
  }

  /* What the reader does ----------------------------------------------------------------- */

  actions = {
    first: () => this.go(0),
    previous: (options) => this.go(this.step - 1, options),
    next: (options) => this.go(this.step + 1, options),
    last: () => this.go(this.steps),
    play: () => (this.guess.hidden ? this.guess.goOn() : this.clock.toggle()),
    hide: () => this.guess.toggle(),
    other: () => this.showOther(),
    picture: () => offerPicture(this),
    present: () => this.fullscreen.show(!this.fullscreen.large),
    keys: () => this.part("dialog").showModal(),
    close: () => this.part("dialog").close(),
    leave: () => this.fullscreen.show(false),
  };

  /* The second row of controls, which wide screens show next to the first. */
  showOther() {
    const open = this.root.classList.toggle("opened");
    this.part('[data-do="other"]').setAttribute("aria-expanded", open);
    for (const row of [".options", ".buttons"]) this.part(row).scrollIntoView({ block: "nearest" });
    this.placed();
  }

  on = (target, type, action, options) => {
    target.addEventListener(type, action, { signal: this.listeners.signal, ...options });
  };

  listen() {
    const { on } = this;
    on(window, "keydown", (event) => this.keys.pressed(event));
    on(document, "visibilitychange", () => document.hidden && this.clock.pause());
    on(document, "fullscreenchange", () => this.fullscreen.changed());
    // Back leads here again.
    on(document, "click", ({ target }) => target.closest?.("a[href]") && this.inAddress && this.writeAddress(), { capture: true });
    on(document, "go", ({ detail }) => {
      if (detail.key !== this.key) return;
      if (detail.anew) this.guess.anew();
      this.go(detail.step);
      if (detail.anew) this.paint(false);
    });
    for (const type of ["pointerdown", "focusin"]) on(this.root, type, () => this.keys.lead());
    on(this.root, "click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) this.actions[button.dataset.do]();
    });
    on(this.part(".slider"), "input", (event) => this.go(event.target.value));
    on(this.part(".goto"), "change", (event) => {
      this.go(event.target.value);
      event.target.value = this.step;
    });
    on(this.part(".goto"), "keydown", ({ key, target }) => key === "Enter" && target.blur());
    on(this.part(".speed"), "change", ({ target }) => {
      if (this.clock.playing) this.clock.tick();
      if (pointed) target.blur();
    });
  }

  destroy() {
    this.listeners.abort();
    this.fit.stop();
    this.clock.stop();
    this.forget();
    cancelAnimationFrame(this.frame);
    this.keys.resign();
  }
}
