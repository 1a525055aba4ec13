/* The step player. It looks things up in a payload cut from the record (payload.py): it counts no
   pair, picks no winner, finds no occurrence and joins no tokens. */

import { writeStep } from "../shell/address.js";
import { Both } from "./both.js";
import { Clicks } from "./clicks.js";
import { Clock } from "./clock.js";
import { nameControls, paintControls } from "./controls.js";
import { Details } from "./details.js";
import { GLIDE } from "./glide.js";
import { Guess } from "./guess.js";
import { Keys, pointed } from "./keys.js";
import { inflated } from "./packed.js";
import { Report } from "./report.js";
import { Room, widestOf } from "./room.js";
import { Run } from "./run.js";
import { Stage } from "./stage.js";

const ADDRESS_AFTER = 150; // ms of rest
const SPEAK_AFTER = 600;

export class Player {
  setStateValue() {} // in a file of its own there is nobody to tell
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
    this.stage = new Stage(this);
    this.listeners = new AbortController();
    this.details = new Details(this, this.on);
    this.room = new Room(this.root, () => this.details.place());
    this.keys = new Keys(this, this.listeners.signal);
    this.clicks = new Clicks(this, this.on);
    this.report = new Report(this, this.on);
    this.listen();
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

  take(data, loaded) {
    this.root.classList.remove("loading");
    this.key = data.key;
    this.home = data.home;
    this.inAddress = data.address;
    this.links = data.links;
    this.asks = data.asks;
    this.below = data.below;
    this.root.classList.toggle("brief", Boolean(data.brief));
    // Another visit of the same run: the server was away, and knows an older step than the reader.
    const back = this.visit !== undefined && data.visit !== this.visit && data.run === this.run;
    this.visit = data.visit;
    this.run = data.run;
    const moved = !back && data.generation !== this.generation;
    const told = this.guess.take(data);
    this.generation = data.generation;
    if (back && data.start !== this.step) this.settle();
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
    if (moved) this.report.forget();
    this.step = this.clamp(moved ? data.start : this.step);
    this.paint(false);
    this.details.look();
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
    const held = this.part(".words :focus");
    this.runs = [];
    for (const run of runs) {
      const { list } = this.runs[0] ?? {};
      this.runs.push(new Run(run, template, text, this.asks, this.guess, list));
    }
    this.both = rows && new Both(this.runs, rows);
    holder.classList.toggle("several", runs.length > 1);
    holder.replaceChildren(...this.runs.map((run) => run.root));
    this.root.classList.toggle("covered", runs.some((run) => run.covered));
    this.root.classList.toggle("alone", !runs.some((run) => run.leaders || run.covered));
    this.root.style.setProperty("--rows", Math.max(...runs.map((run) => run.words.length)) * runs.length);
    this.root.style.setProperty("--whose", Math.max(...runs.map((run) => run.title.length)));
    this.root.style.setProperty("--wide", Math.max(...runs.map(widestOf)).toFixed(1));
    this.room.measure();
    this.clicks.drawn(held);
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
    const now = performance.now();
    const calm = this.calm.matches || now - (this.movedAt ?? -Infinity) < GLIDE;
    this.movedAt = now;
    this.show(animate && !calm && Math.abs(this.step - from) === 1);
    this.settle();
  }

  /* A beat of the lesson: a step, its answer covered or not, whatever was shown before. With a pace it
     is played to, from where the player stands. */
  beat({ step, hidden, pace }) {
    if (this.root.getRootNode().host?.closest(".st-key-panel")) return;
    this.guess.told = hidden;
    if (this.guess.can) this.guess.turn(hidden, this.guess.number);
    this.guess.anew();
    const plays = pace && step > this.step + 1;
    const next = plays ? this.step + 1 : step;
    if (next === this.step) this.paint(false);
    else this.go(next);
    if (plays) this.clock.playTo(step, pace);
  }

  /* At most one painting a frame: the first press is drawn at once, a burst as it ends up. */
  show(animate) {
    if (this.frame) {
      this.stale = true;
      return;
    }
    this.paint(animate);
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.stale) this.paint(false);
    });
  }

  paint(animate) {
    this.stale = false;
    const { step } = this;
    this.root.dataset.step = step;
    const glides = this.runs.map((run) => run.prepare(step, animate));
    this.runs.forEach((run) => run.paint(step));
    this.both?.paint();
    glides.forEach((glide) => glide());
    this.runs.forEach((run) => run.showNext());
    paintControls(this.root, this.text, step, this.steps, this.clock.playing);
    this.clock.paint();
    this.guess.paint();
    document.dispatchEvent(new CustomEvent("step", { detail: { key: this.key, step } }));
  }

  /* Once the reader rests: tell the address, Python and the screen reader. */
  settle() {
    if (this.clock.playing) return;
    if (this.inAddress) this.later("address", ADDRESS_AFTER, () => this.writeAddress());
    this.report.rest();
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
    this.report.forget();
  }

  writeAddress() {
    writeStep(this.step, this.home, this.pathname);
    this.writeLinks();
    this.details.writeAddress();
  }

  /* Links to pages that show the same run lead to this step there. */
  writeLinks() {
    for (const link of document.querySelectorAll("a[href]")) {
      if (this.leads(link)) link.setAttribute("href", withStep(link, this.step));
    }
  }

  /* The address as Streamlit writes it: the page's name and the query. */
  leads(link) {
    const [page, query] = link.getAttribute("href").split("?");
    const here = new URLSearchParams(query);
    here.delete("step");
    return page in this.links && String(here) === String(new URLSearchParams(this.links[page]));
  }

  /* What the reader does ----------------------------------------------------------------- */

  actions = {
    first: () => this.go(0),
    previous: (options) => this.go(this.step - 1, options),
    next: (options) => this.go(this.step + 1, options),
    last: () => this.go(this.steps),
    play: () => (this.guess.hidden ? this.guess.goOn() : this.clock.toggle()),
    hide: () => this.guess.toggle(),
    details: () => this.details.toggle(),
    other: () => this.showOther(),
    present: () => this.stage.toggle(),
    keys: () => this.part("dialog").showModal(),
    close: () => this.part("dialog").close(),
    leave: () => this.stage.show(false),
  };

  /* The second row of controls, which wide screens show beside the first. */
  showOther() {
    const open = this.root.classList.toggle("opened");
    this.part('[data-do="other"]').setAttribute("aria-expanded", open);
    for (const row of [".options", ".buttons"]) this.part(row).scrollIntoView({ block: "nearest" });
    this.details.place();
  }

  on = (target, type, action, options) => {
    target.addEventListener(type, action, { signal: this.listeners.signal, ...options });
  };

  listen() {
    const { on } = this;
    on(window, "keydown", (event) => this.keys.pressed(event));
    on(document, "visibilitychange", () => document.hidden && this.clock.pause());
    on(document, "fullscreenchange", () => this.stage.changed());
    on(document, "go", ({ detail }) => {
      if (detail.key !== this.key) return;
      if (detail.anew) this.guess.anew();
      this.go(detail.step);
      if (detail.anew) this.paint(false);
    });
    on(document, "beat", ({ detail }) => this.beat(detail));
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
      this.clock.restart();
      if (pointed) target.blur();
    });
  }

  destroy() {
    this.listeners.abort();
    this.room.stop();
    this.details.stop();
    this.clicks.stop();
    this.clock.stop();
    this.forget();
    cancelAnimationFrame(this.frame);
    this.keys.resign();
  }
}

function withStep(link, step) {
  const [page, query] = link.getAttribute("href").split("?");
  const here = new URLSearchParams(query);
  here.set("step", step);
  return `${page}?${here}`;
}
