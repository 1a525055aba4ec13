/* The lesson: a row of beats, each an address. Page Down and Next go to the next beat, Page Up and Back
   to the one before; the address says which is shown. What the beats are: stops.py. */

import { fill } from "../draw/chips.js";
import { isBare } from "../shell/keyboard.js";
import { isComing, isDrawing, scrolledPart } from "../shell/shims/page.js";
import { Route } from "./route.js";
import { paragraph, Tools } from "./tools.js";

const LONGEST_TURN = 60_000; // ms to wait at most for a page
const DRAWN = 250; // ms until what is ready is drawn, too
const STILL = 2; // looks at a page that is still until it is shown
const PLAY = 500; // ms between two merges of a beat that plays several
const TITLE = -1; // the place of the title among the beats; null is a page of the reader's own
const GROWING = ".st-key-models_stage, .uncut, .st-key-home_why, .st-key-bytes_stage";
const LARGEST = 6; // rem, of what grows
const IN_PLACE = ["question", "answer", "merge"]; // what a player does without leaving the screen

export default function ({ data, parentElement, setStateValue }) {
  window.lesson ??= new Lesson(parentElement);
  window.lesson.update(data, parentElement, setStateValue);
}

class Lesson {
  on = false;
  at = null; // the beat that is shown
  goal = null; // ... and the one that is on its way

  constructor(parent) {
    this.layer = Object.assign(document.createElement("div"), { className: "lesson-layer" });
    this.layer.append(parent.querySelector("template").content.cloneNode(true));
    // Between two pages the app has no styles; the lesson keeps its own.
    this.layer.append(parent.parentElement.querySelector("style").cloneNode(true));
    document.body.append(this.layer);
    const part = (name) => this.layer.querySelector(`.lesson-${name}`);
    [this.veil, this.title, this.ask, this.source, this.strip] =
      ["veil", "title", "ask", "source", "strip"].map(part);
    this.route = new Route(this);
    this.tools = new Tools(this, part);
    const press = (name, act) => (this.button(name).onclick = act);
    press("back", () => this.move(-1));
    press("next", () => this.move(1));
    press("keys", () => this.tools.turn("keys"));
    part("keys").onclick = part("code").onclick = part("black").onclick = () => this.tools.lift();
    addEventListener("popstate", () => this.sync());
    addEventListener("resize", () => this.on && this.grow());
    addEventListener("keydown", (event) => this.pressed(event) || this.route.act(), true);
    document.addEventListener("step", ({ detail }) => this.stepped(detail.step));
    document.addEventListener("fullscreenchange", () => {
      if (this.on && this.filled && !document.fullscreenElement) this.tools.turn("leave", true);
      this.filled = Boolean(document.fullscreenElement);
    });
  }

  button(name) {
    return this.strip.querySelector(`[data-do="${name}"]`);
  }

  /* What Python sends: on every page anew, and in another language. */
  update(data, parent, send) {
    Object.assign(this, { data, send });
    const way = parent.querySelector(".lesson-way");
    way.querySelector("span").textContent = data.words.lesson;
    way.onclick = (event) => {
      event.preventDefault();
      this.enter();
    };
    this.layer.style.colorScheme = getComputedStyle(way).colorScheme;
    this.sync();
  }

  /* Coming and going ------------------------------------------------------------------------- */

  /* Back to where it was left for a question, else to its title. */
  enter() {
    document.documentElement.requestFullscreen?.().catch(() => {}); // else the window is filled
    keep("from", location.href);
    const left = this.place(...(kept("left")?.split(" ") ?? []));
    keep("left", "");
    this.go(left < 0 ? TITLE : left);
  }

  leave() {
    const { stop, phase } = this.beat ?? {};
    keep("left", stop && stop !== "end" ? `${stop} ${phase}` : "");
    this.route.change({ present: null, stop: null, phase: null });
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /* Before the title: where the lecturer came from. */
  goBack() {
    const from = kept("from");
    if (from) this.route.follow(new URL(from));
    else this.leave();
  }

  switch(on) {
    this.on = on;
    document.documentElement.classList.toggle("presenting", on);
    if (on) return;
    this.tools.off();
    Object.assign(this, { at: null, goal: null });
    this.paint();
  }

  /* Beats -------------------------------------------------------------------------------------- */

  get beat() {
    return this.data.beats[this.at];
  }

  place(stop, phase) {
    const { beats } = this.data;
    const found = beats.findIndex((each) => each.stop === stop && each.phase === phase);
    return found < 0 ? beats.findIndex((each) => each.stop === stop) : found;
  }

  /* Where the address says that the lesson is. */
  get told() {
    const { searchParams } = new URL(location.href);
    const place = this.place(searchParams.get("stop"), searchParams.get("phase"));
    if (place >= 0) return place;
    return this.data.here === "home" ? TITLE : null;
  }

  /* The address is the truth. One that names a beat and no more leads to its page. */
  sync() {
    if (!this.data || this.route.leaving) return;
    const { searchParams } = new URL(location.href);
    const on = searchParams.get("present") === "1";
    if (on !== this.on) this.switch(on);
    if (!on) return;
    const { told, data } = this;
    if (!this.turning) this.paint();
    if (told === this.at) return;
    this.goal = told;
    const { page, query } = data.beats[told] ?? {};
    const isTheirs = searchParams.get("corpus") === (query?.corpus ?? null);
    const isWhole = searchParams.has("hide") && isTheirs; // another language may have another text
    if (page && this.isAnswered && (data.here !== page || !isWhole)) this.go(told, { replace: true });
    else this.turn();
  }

  /* From what is shown, or on its way, to the next beat or the one before. */
  move(by) {
    if (this.goal === TITLE && by < 0) return this.goBack();
    const { beats } = this.data;
    let to = (this.goal ?? TITLE) + by;
    if (beats[to]?.phase === "tally" && !this.isVoted) to += by;
    if (to >= beats.length) return;
    const stays = this.beat?.stop === beats[to]?.stop && beats[to]?.plays && !this.turning;
    const isHere = [this.beat, beats[to]].every((each) => IN_PLACE.includes(each?.phase));
    if (!stays || !isHere || this.told !== this.at) return this.go(to);
    Object.assign(this, { at: to, goal: to });
    this.paint();
    this.play(by > 0);
    const { phase, query } = this.beat;
    this.route.change({ phase, hide: query.hide, step: query.step });
  }

  go(to, how) {
    this.goal = to;
    if (to === TITLE) return this.route.visit("home", { present: 1 }, how);
    const { page, query, stop, phase } = this.data.beats[to];
    this.route.visit(page, { ...query, present: 1, stop, phase }, how);
  }

  /* Whether the class has voted in the room that is on the screen, or was last. */
  get isVoted() {
    const votes = document.querySelector("[data-votes]")?.dataset.votes;
    if (votes !== undefined) this.voted = votes !== "0";
    return this.voted;
  }

  /* Put the player where its beat has it; forward merge by merge. */
  play(moves) {
    const { plays, query, phase } = this.beat ?? {};
    if (!plays || !IN_PLACE.includes(phase)) return;
    const detail = { step: Number(query.step), hidden: query.hide === "1", pace: moves && PLAY };
    document.dispatchEvent(new CustomEvent("beat", { detail }));
  }

  get playing() {
    return Boolean(this.player?.classList.contains("playing"));
  }

  /* What was said of a step goes when the player goes on. */
  stepped(step) {
    const { plays, query } = this.beat ?? {};
    const isOther = plays && Number(query.step) !== step;
    this.ask.querySelector(".says").hidden = Boolean(isOther);
  }

  /* The old picture stays until the new one is drawn. -------------------------------------------- */

  async turn() {
    if (this.turning) return;
    this.turning = true;
    const held = document.startViewTransition?.(() => {});
    await held?.ready.catch(() => {}); // a window that is not seen holds nothing
    this.veil.hidden = false; // below what is held, and for a browser that holds nothing
    await this.arrival();
    Object.assign(this, { at: this.goal, turning: false });
    this.paint();
    this.grow();
    this.play(false);
    this.veil.hidden = true;
    await new Promise((go) => setTimeout(go, DRAWN));
    held?.skipTransition();
  }

  async arrival() {
    const until = performance.now() + LONGEST_TURN;
    for (let looks = 0; looks < STILL && performance.now() < until; ) {
      await new Promise((go) => setTimeout(go, 50));
      looks = this.isStill ? looks + 1 : 0;
    }
  }

  /* Whether the server has drawn what the address says. */
  get isAnswered() {
    const { searchParams } = new URL(location.href);
    const { told } = this.data;
    return ["stop", "phase"].every((name) => searchParams.get(name) === told[name]);
  }

  get isStill() {
    if (!this.on) return true;
    this.dress(this.data.beats[this.goal]);
    const isDrawn = !this.player || this.player.matches("[aria-label]:not(.loading)");
    return !this.route.leaving && this.isAnswered && !isDrawing() && !isComing() && isDrawn;
  }

  /* What a page without a player shows grows as far as the screen reaches. */
  grow() {
    const { style } = document.documentElement;
    const parts = [...document.querySelectorAll(GROWING)];
    const limit = this.strip.getBoundingClientRect().top - 4;
    let [least, most] = [1, LARGEST];
    for (let looks = 0; looks < 8 && parts.length; looks++) {
      const size = (least + most) / 2;
      style.setProperty("--grown", `${size}rem`);
      if (parts.every((each) => each.getBoundingClientRect().bottom <= limit)) least = size;
      else most = size;
    }
    style.setProperty("--grown", `${least}rem`);
  }

  get player() {
    const hosts = [...(scrolledPart()?.querySelectorAll("*") ?? [])].filter((each) => each.shadowRoot);
    const outside = hosts.filter((host) => !host.closest(".st-key-panel"));
    return outside.map((host) => host.shadowRoot.querySelector(".player")).find(Boolean);
  }

  /* Drawing ---------------------------------------------------------------------------------------- */

  /* The page's player in a lesson has no controls, and larger type. */
  dress(beat) {
    const { player } = this;
    const { classList } = document.documentElement;
    classList.toggle("lesson", Boolean(beat));
    classList.toggle("closing", beat?.stop === "end");
    player?.classList.toggle("lesson", Boolean(beat));
    player?.classList.toggle("asked", beat?.phase === "question");
  }

  paint() {
    const { data, at, beat, ask, title, source, strip, on } = this;
    const { words } = data;
    this.dress(on ? beat : null);
    title.hidden = !on || at !== TITLE;
    title.querySelector(".sentence").textContent = data.title.sentence;
    title.querySelector(".asked").textContent = words.title_ask;
    title.querySelector(".reach").textContent = data.title.reach;
    ask.hidden = !beat;
    for (const name of ["stop", "phase"]) {
      if (beat) ask.dataset[name] = beat[name];
      else delete ask.dataset[name];
    }
    ask.querySelector(".asked").textContent = beat ? this.asks(beat) : "";
    ask.querySelector(".says").replaceChildren(...(beat ? this.says(beat) : []));
    if (beat?.plays && this.player) this.stepped(Number(this.player.dataset.step));
    else ask.querySelector(".says").hidden = false;
    source.hidden = !beat || !data.text;
    source.textContent = data.text;
    strip.hidden = !on;
    strip.querySelector(".where").textContent = this.where(beat);
    for (const name of ["back", "next"]) {
      Object.assign(this.button(name), { textContent: words[name], title: words[`${name}_key`] });
    }
    this.button("keys").setAttribute("aria-label", words.keys);
    this.button("back").disabled = at === null;
    this.button("next").disabled = this.goal === data.beats.length - 1;
    this.tools.paint();
  }

  asks({ name, phase, stop }) {
    const { words } = this.data;
    if (stop === "end") return words.ask_end;
    if (phase === "answer" || phase === "merge") return "";
    return [words[`lead_${name}`], words[`ask_${name}`]].join(this.data.between);
  }

  /* The answer, which alone is the headline; what is merged; on the closing card the questions. */
  says({ name, phase }) {
    const { says, words } = this.data;
    if (says?.name !== name || !(phase in says)) return [];
    const [first, ...others] = says[phase].map(paragraph);
    if (phase === "answer") first.dataset.headline = "";
    return [first, ...others];
  }

  /* How far the lesson has come. */
  where(beat) {
    const { words, beats } = this.data;
    if (this.at === null) return "";
    if (!beat) return words.title_where;
    const of = new Set(beats.map((each) => each.stop)).size - 1;
    return beat.stop === "end" ? words.where_end : fill(words.where, { at: beat.stop, of });
  }

  /* Keys --------------------------------------------------------------------------------------------- */

  /* Take a key, and say whether it is the lesson's. */
  pressed(event) {
    if (!this.on || !isBare(event) || this.isTyped(event)) return false;
    const act = this.action(event.key);
    if (!act) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.tools.lift()) return true;
    if (event.key !== "Escape" && this.tools.on.leave) this.tools.turn("leave", false);
    act();
    return true;
  }

  /* What a key does: those that turn pages and step are the lesson's on its own screens alone. */
  action(key) {
    const { tools } = this;
    const turn = (name) => () => tools.turn(name);
    const keys = { ".": "pointer", b: "black", B: "black", q: "code", "?": "keys", t: "clock" };
    if (key in keys) return turn(keys[key]);
    if (key === "Escape") return () => (tools.on.leave ? this.leave() : tools.turn("leave"));
    if (this.at === null && !this.turning) return tools.on.black || tools.on.keys ? () => {} : null;
    const moves = { PageDown: 1, PageUp: -1 };
    if (key in moves) return () => this.move(moves[key]);
    if (key === "v" && this.beat?.phase === "tally") return () => this.again();
    return this.stepping({ ArrowRight: 1, ArrowLeft: -1 }[key]);
  }

  /* Within a stop an arrow is the next beat, so that it merges nothing that is still asked. */
  stepping(by) {
    const { beat, data, player } = this;
    if (!by || !beat?.plays || !player) return null;
    const other = data.beats[this.goal + by];
    const isAt = Number(player.dataset.step) === Number(beat.query.step);
    if (isAt && other?.stop === beat.stop) return () => this.move(by);
    return beat.query.hide === "1" ? () => {} : null;
  }

  again() {
    document.querySelector(".st-key-vote_again button")?.click();
  }

  /* Whether a key belongs to what has the focus: something is typed, chosen or asked there. */
  isTyped(event) {
    const path = event.composedPath().filter((target) => target instanceof Element);
    const opened = '[aria-expanded="true"][role="combobox"], [role="listbox"], dialog';
    if (path.some((element) => element.matches(opened))) return true;
    const box = path[0]?.matches("textarea, input:not([type=range], [type=checkbox], [type=radio])");
    return Boolean(box) && !event.key.startsWith("Page");
  }
}

/* What this window remembers: where the lecturer came from, and where the lesson was left. */
function kept(name) {
  try {
    return sessionStorage.getItem(`lesson_${name}`);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    sessionStorage.setItem(`lesson_${name}`, value);
  } catch {
    /* then nothing is remembered */
  }
}
