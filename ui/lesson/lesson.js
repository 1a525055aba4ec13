/* The lesson: a row of beats, each with an address. Page Down and Next go to the next beat, Page Up and
   Back to the previous one; the address has the current beat. Beats are defined in stops.py. */

import { fill } from "../../bpe/player/chips.js";
import { inTime, PROJECTED, SAID } from "../../bpe/player/gliding.js";
import { isBare } from "../../bpe/player/browser.js";
import { isComing, isDrawing, scrolledPart } from "../shims/page.js";
import { OwnWords } from "./own_words.js";
import { Route } from "./route.js";
import { paragraph, Tools } from "./tools.js";

const MAX_TURN_MS = 60_000; // maximum ms to wait for a page
const DRAWN = 250; // ms until a ready page is drawn, too
const LOOKS = 500; // ms between two checks of the address
const STILL = 2; // number of checks without a change before a page is shown
const PLAY = 350; // ms between two merges of a beat that plays several
const RULE = 900; // ... and between two rules applied to a word
const TITLE = -1; // the index of the title among the beats; null is a page outside the lesson
const GROWING = ".st-key-models_stage, .uncut, .st-key-home_why, .st-key-bytes_stage";
const MAX_SCALE = 6; // rem, of growing elements
const IN_PLACE = ["question", "answer", "merge"]; // actions of a player that stay on the screen

export default function ({ data, parentElement, setStateValue }) {
  window.lesson ??= new Lesson(parentElement);
  window.lesson.update(data, parentElement, setStateValue);
}

class Lesson {
  on = false;
  at = null; // the current beat
  goal = null; // ... and the one being loaded

  constructor(parent) {
    this.layer = Object.assign(document.createElement("div"), { className: "lesson-layer" });
    this.layer.append(parent.querySelector("template").content.cloneNode(true));
    // Between two pages the app has no styles; the lesson keeps its own.
    this.layer.append(parent.parentElement.querySelector("style").cloneNode(true));
    document.body.append(this.layer);
    const part = (name) => this.layer.querySelector(`.lesson-${name}`);
    [this.veil, this.title, this.ask, this.source, this.strip, this.bar] =
      ["veil", "title", "ask", "source", "strip", "bar"].map(part);
    this.own = new OwnWords(this);
    this.route = new Route(this);
    this.tools = new Tools(this, part);
    const press = (name, act) => (this.button(name).onclick = act);
    press("back", () => this.move(-1));
    press("next", () => this.move(1));
    press("keys", () => this.tools.turn("keys"));
    part("keys").onclick = part("code").onclick = part("black").onclick = () => this.tools.lift();
    addEventListener("popstate", () => this.sync());
    setInterval(() => this.on && this.told !== this.at && this.sync(), LOOKS); // the app does not report when it writes the address
    addEventListener("resize", () => this.on && this.grow());
    addEventListener("keydown", (event) => this.pressed(event) || this.route.act(), true);
    document.addEventListener("step", ({ detail }) => {
      if (this.beat) this.dress(this.beat); // it may be another player by then
      this.stepped(detail.step);
    });
    document.addEventListener("fullscreenchange", () => {
      if (this.on && this.filled && !document.fullscreenElement) this.tools.turn("leave", true);
      this.filled = Boolean(document.fullscreenElement);
    });
  }

  button(name) {
    return this.strip.querySelector(`[data-do="${name}"]`);
  }

  /* Data from Python: on every page again, and in another language. */
  update(data, parent, send) {
    Object.assign(this, { data, send });
    const way = parent.querySelector(".lesson-way");
    way.querySelector("span").textContent = data.words.lesson;
    way.onclick = (event) => {
      event.preventDefault();
      this.enter();
    };
    this.own.update();
    this.sync();
  }

  /* Coming and going ------------------------------------------------------------------------- */

  /* Back to the position where it was left for a question, else to its title. */
  enter() {
    document.documentElement.requestFullscreen?.().catch(() => {}); // else the window is filled
    keep("from", location.href);
    const left = this.place(...(kept("left")?.split(" ") ?? []));
    const lesson = left < 0 ? "" : kept("words");
    keep("left", "");
    this.go(left < 0 ? TITLE : left, {}, lesson && { lesson });
  }

  leave() {
    const { stop, phase, scheme = null } = this.beat ?? {};
    keep("left", stop && stop !== "end" ? `${stop} ${phase}` : "");
    keep("words", this.data.title.own ? "pasted" : "");
    // The class's picture stays: also its scheme, for an own text, whose answer is not asked for.
    this.route.change({ present: null, stop: null, phase: null, hide: null, lesson: null, ...(scheme && { scheme }) });
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /* Before the title: the lecturer's previous page. */
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

  /* The lesson's position in the address. */
  get told() {
    const { searchParams } = new URL(location.href);
    const place = this.place(searchParams.get("stop"), searchParams.get("phase"));
    if (place >= 0) return place;
    return this.data.here === "home" ? TITLE : null;
  }

  /* The address decides. An address with only a beat leads to the beat's page. */
  sync() {
    if (!this.data || this.route.leaving) return;
    const { searchParams } = new URL(location.href);
    const on = searchParams.get("present") === "1";
    if (on !== this.on) this.switch(on);
    if (!on) return;
    const { told, data } = this;
    if (!this.turning) this.paint();
    if (told === this.at) return this.acknowledge(false);
    this.goal = told;
    const { page, query } = data.beats[told] ?? {};
    const isTheirs = searchParams.get("corpus") === (query?.corpus ?? null);
    const isWhole = searchParams.has("hide") && isTheirs; // a different language may have a different text
    if (page && this.isAnswered && (data.here !== page || !isWhole)) this.go(told, { replace: true });
    else this.turn();
  }

  /* To the next beat or the previous one. While a picture is loading, another press does not skip it. */
  move(by) {
    if (this.goal === TITLE && by < 0) return this.goBack();
    if (this.goal === TITLE && this.own.holds()) return;
    if (by > 0 && (this.turning || this.route.leaving) && this.goal !== this.at) return;
    const { beats } = this.data;
    if (this.goal === TITLE) keep("begun", Date.now());
    let to = (this.goal ?? TITLE) + by;
    if (beats[to]?.phase === "tally" && !this.isVoted) to += by;
    if (to >= beats.length) return;
    const stays = this.beat?.stop === beats[to]?.stop && beats[to].step !== null && !this.turning;
    const isHere = [this.beat, beats[to]].every((each) => IN_PLACE.includes(each?.phase));
    if (!stays || !isHere || this.told !== this.at) return this.go(to);
    Object.assign(this, { at: to, goal: to });
    this.paint();
    this.play(by > 0);
    const { phase, query } = this.beat;
    this.route.change({ phase, hide: query.hide, ...("step" in query && { step: query.step }) });
  }

  /* `more` is what the address says besides. */
  go(to, how, more) {
    this.goal = to;
    this.acknowledge(true);
    const corpus = this.data.title.own ? { corpus: "pasted" } : {};
    if (to === TITLE) return this.route.visit("home", { ...corpus, present: 1 }, how);
    const { page, query, stop, phase } = this.data.beats[to];
    this.route.visit(page, { ...query, ...more, present: 1, stop, phase }, how);
  }

  /* A thin bar confirms a press until its picture is there. */
  acknowledge(on) {
    this.bar.classList.toggle("on", on);
  }

  /* Minutes since the first question, and those planned until the end of the stop. */
  get minutes() {
    const begun = Number(kept("begun")) || Date.now();
    const spent = Math.floor((Date.now() - begun) / 60_000);
    return fill(this.data.words.minutes, { spent, due: (this.beat ?? this.data.beats.at(-1)).due });
  }

  /* Whether the class has voted in the current or last room. */
  get isVoted() {
    const votes = document.querySelector("[data-votes]")?.dataset.votes;
    if (votes !== undefined) this.voted = votes !== "0";
    return this.voted;
  }

  /* Move the player to its beat's step; forward merge by merge. */
  play(moves) {
    const { step = null, query, phase, name } = this.beat ?? {};
    if (step === null || !IN_PLACE.includes(phase)) return;
    const detail = { step, hidden: query.hide === "1", pace: moves && (name === "encode" ? RULE : PLAY) };
    document.dispatchEvent(new CustomEvent("beat", { detail }));
    if (moves && phase === "merge" && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const unsaid = { opacity: 0 };
      inTime(this.ask.querySelector(".says").animate([unsaid, { ...unsaid, offset: SAID }, {}], PROJECTED));
    }
  }

  get playing() {
    return Boolean(this.player?.classList.contains("playing"));
  }

  /* The text of a step appears when the player is there, after a counter, and disappears when it moves
     on. */
  stepped(step) {
    const { step: last = null, phase } = this.beat ?? {};
    this.ask.querySelector(".says").hidden = last !== null && last !== step;
    if (phase !== "merge") return;
    this.ask.querySelector(".asked").textContent = step < last ? `${step} / ${last}` : "";
  }

  /* The old picture stays until the new one is drawn. -------------------------------------------- */

  async turn() {
    if (this.turning) return;
    this.turning = true;
    const held = document.startViewTransition?.(() => {});
    await held?.ready.catch(() => {}); // a hidden window keeps no picture
    this.veil.hidden = false; // below the kept picture, and for a browser without view transitions
    await this.arrival();
    Object.assign(this, { at: this.goal, turning: false });
    this.paint();
    this.grow();
    this.play(false);
    this.veil.hidden = true;
    await new Promise((go) => setTimeout(go, DRAWN));
    held?.skipTransition();
    this.acknowledge(false);
  }

  async arrival() {
    const until = performance.now() + MAX_TURN_MS;
    for (let looks = 0; looks < STILL && performance.now() < until; ) {
      await new Promise((go) => setTimeout(go, 50));
      looks = this.isStill ? looks + 1 : 0;
    }
  }

  /* Whether the server has drawn the address. */
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

  /* The content of a page without a player grows to fill the screen. */
  grow() {
    const { style } = document.documentElement;
    const parts = [...document.querySelectorAll(GROWING)];
    const limit = this.strip.getBoundingClientRect().top - 4;
    let [least, most] = [1, MAX_SCALE];
    for (let looks = 0; looks < 8 && parts.length; looks++) {
      const size = (least + most) / 2;
      style.setProperty("--grown", `${size}rem`);
      if (parts.every((each) => each.getBoundingClientRect().bottom <= limit)) least = size;
      else most = size;
    }
    style.setProperty("--grown", `${least}rem`);
    const [wall] = document.querySelectorAll(".wall");
    if (wall) style.setProperty("--wall", `${limit - wall.getBoundingClientRect().top}px`);
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
    player?.classList.toggle("asked", ["question", "open"].includes(beat?.phase));
  }

  paint() {
    const { data, at, beat, ask, title, source, strip, on } = this;
    const { words } = data;
    this.dress(on ? beat : null);
    title.hidden = !on || at !== TITLE;
    title.querySelector(".sentence").textContent = data.title.sentence;
    title.querySelector(".asked").textContent = words.title_ask;
    title.querySelector(".reach").textContent = data.title.reach;
    this.own.paint();
    ask.hidden = !beat;
    for (const name of ["stop", "phase"]) {
      if (beat) ask.dataset[name] = beat[name];
      else delete ask.dataset[name];
    }
    ask.querySelector(".asked").textContent = beat ? this.asks(beat) : "";
    ask.querySelector(".says").replaceChildren(...(beat ? this.says(beat) : []));
    if (beat && beat.step !== null && this.player) this.stepped(Number(this.player.dataset.step));
    else ask.querySelector(".says").hidden = false;
    this.tools.paintLink(beat?.stop === "end" ? data.own : null);
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
    if (phase === "tally") return words.tally;
    if (phase === "answer" || phase === "merge") return "";
    return [words[`lead_${name}`], words[`ask_${name}`]].join(this.data.between);
  }

  /* The answer, which is the only headline; the merge; on the closing card the questions. */
  says({ name, phase }) {
    const { says, words } = this.data;
    if (says?.name !== name || !(phase in says)) return [];
    const [first, ...others] = says[phase].map(paragraph);
    if (phase === "answer") first.dataset.headline = "";
    return [first, ...others];
  }

  /* The progress of the lesson. */
  where(beat) {
    const { words, beats } = this.data;
    if (this.at === null) return "";
    if (!beat) return words.title_where;
    const of = new Set(beats.map((each) => each.stop)).size - 1;
    return beat.stop === "end" ? words.where_end : fill(words.where, { at: beat.stop, of });
  }

  /* Keys --------------------------------------------------------------------------------------------- */

  /* Handle a key; return whether it belongs to the lesson. */
  pressed(event) {
    if (!this.on || !isBare(event) || this.isTyped(event)) return false;
    const act = this.action(event.key);
    if (!act) return false;
    event.preventDefault();
    event.stopImmediatePropagation();
    document.documentElement.classList.add("resting"); // hide the mouse until it moves
    if (this.tools.lift()) return true;
    if (event.key !== "Escape" && this.tools.on.leave) this.tools.turn("leave", false);
    act();
    return true;
  }

  /* Actions of keys: page turning and stepping keys belong to the lesson only on its own screens. */
  action(key) {
    const { tools } = this;
    const turn = (name) => () => tools.turn(name);
    const keys = { ".": "pointer", b: "black", B: "black", q: "code", "?": "keys", t: "clock" };
    if (key in keys) return turn(keys[key]);
    if (key === "Escape") return () => (tools.on.leave ? this.leave() : tools.turn("leave"));
    if (this.at === null && !this.turning) return tools.on.black || tools.on.keys ? () => {} : null;
    if (key === "PageDown" || key === " ") return () => this.move(1);
    if (key === "PageUp") return () => this.goal === TITLE || this.move(-1);
    if (key === "Home" || key === "End") return () => {};
    if (key === "v" && this.beat?.name === "vote") return () => this.again();
    return this.stepping({ ArrowRight: 1, ArrowLeft: -1 }[key]);
  }

  /* Within a stop an arrow goes to the next beat, so that it does not merge a pair that is still asked
     for. */
  stepping(by) {
    const { beat, data, player } = this;
    if (!by || !beat || beat.step === null || !player) return null;
    const other = data.beats[this.goal + by];
    const isAt = Number(player.dataset.step) === beat.step;
    if (isAt && other?.stop === beat.stop) return () => this.move(by);
    return beat.query.hide === "1" ? () => {} : null;
  }

  /* Another round; none once the answer is on the screen. */
  again() {
    const isShown = IN_PLACE.slice(1).includes(this.beat.phase);
    if (isShown) this.ask.querySelector(".asked").textContent = this.data.words.again_late;
    else document.querySelector(".st-key-vote_again button")?.click();
  }

  /* Whether a key belongs to the focused element: for typing, choosing or dialogs. */
  isTyped(event) {
    const path = event.composedPath().filter((target) => target instanceof Element);
    const opened = '[aria-expanded="true"][role="combobox"], [role="listbox"], dialog';
    if (path.some((element) => element.matches(opened))) return true;
    const box = path[0]?.matches("textarea, input:not([type=range], [type=checkbox], [type=radio])");
    return Boolean(box) && !event.key.startsWith("Page");
  }
}

/* Stored in this window: the lecturer's previous page, and the position where the lesson was left. */
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
