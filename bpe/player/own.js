/* The reader's own text on a page without a server: typed, pasted or dropped text is trained in the
   background, and the player shows it. Text, scheme and step are in the address, after "#". */

import { inflated } from "./browser.js";
import { element, fill, makeChip } from "./chips.js";
import { Player } from "./player.js";

const WAIT = 150; // ms after the last key press or step
const MAX_FILE_BYTES = 1_000_000; // maximum bytes of a file
const TOLD_STEPS = 50; // shown at a time, the latest first
/* As in `cut_after_sentences` of notes.py: text matched by a lookahead is not consumed. */
const SENTENCE_ENDS = /(?<![。！？!?…；])(?=([。！？!?…；]+[”’」』）)"']*))\1(?=\S)/gu;

const { BackgroundTrainer, encoded, Looks, SCHEMES } = globalThis.trainer;
const part = (selector) => document.querySelector(selector);
const [box, schemes, said, line] = [".own textarea", ".own select", ".own .said", ".second input"].map(part);

/* The markup of a player, before there is one. */
export const MARKUP = part(".stage").innerHTML;

class Own {
  /* data: the player's first input, with or without a run. looks: see looks.js. say: sentences. linked:
     maximum number of characters of a text in the address. */
  constructor({ data, looks, say, encodings, linked }) {
    Object.assign(this, { data, looks, say, encodings, linked, timers: {}, generation: 1 });
    this.hide = [0, Boolean(data.hide?.hidden)];
    this.home = { text: box.value, scheme: schemes.value, step: data.start };
    this.text = JSON.parse(data.payload).text;
    this.hasRun = JSON.parse(data.payload).runs.length > 0;
    this.trainer = new BackgroundTrainer(part("script[type=module]").textContent); // the first script
    const typed = () => this.later("train", () => this.train());
    box.addEventListener("input", (event) => event.isComposing || typed());
    box.addEventListener("compositionend", typed);
    schemes.addEventListener("change", () => this.train());
    line.addEventListener("input", () => this.encode());
    addEventListener("hashchange", ({ newURL }) => this.open(new URL(newURL).hash));
    document.addEventListener("step", () => this.stepped());
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => this.dropped(event));
    this.open(location.hash);
  }

  later(name, action) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, WAIT);
  }

  /* Show the content of the address, or the page's own. */
  open(hash) {
    const asked = new URLSearchParams(hash.slice(1));
    const [scheme, step] = [asked.get("scheme"), asked.get("step") ?? ""];
    box.value = asked.get("text") ?? this.home.text;
    schemes.value = SCHEMES.has(scheme) ? scheme : this.home.scheme;
    return this.train(/^\d+$/.test(step) ? Number(step) : this.home.step);
  }

  get isHome() {
    if (this.hasRun) return !box.value;
    return (box.value || this.home.text) === this.home.text && schemes.value === this.home.scheme;
  }

  get isLinked() {
    return [...box.value].length <= this.linked;
  }

  /* Train the text in the box, and show it from a step on. An empty box restores the first content. */
  async train(start = 0) {
    clearTimeout(this.timers.train);
    const text = this.cut(box.value || this.home.text);
    const isRun = this.isHome && this.hasRun;
    schemes.parentElement.hidden = isRun; // a run has its own scheme
    const asked = (this.asked = isRun ? null : [text, schemes.value]);
    const trained = asked && (await this.trained(asked, this.hide[1]));
    if (asked !== this.asked) return; // the text has changed meanwhile
    if (trained || !asked) {
      this.tell();
      this.show(asked ? this.dataOf(trained) : this.data, start);
    } else this.asked = this.given?.asked;
    await this.judge();
  }

  /* The player's input for a trained text. */
  dataOf({ asked, run, bets, learned }) {
    const { mark, bytes } = SCHEMES.get(learned.scheme);
    const drawn = new Looks(this.looks, { mark, bytes });
    const blank = drawn.nameOf(" ");
    const meaning = bytes ? [blank, this.text.mark_space] : mark ? [mark, this.text.mark_suffix] : null;
    const whole = { text: this.text, steps: run.steps, runs: [{ ...run, title: "", mark: meaning }] };
    const more = { asked, learned: { ...learned, drawn, meaning: meaning?.[1] }, bets, home: 0, hide: {} };
    return { ...this.data, ...more, payload: JSON.stringify(whole) };
  }

  /* The trainer's result; null if it refuses, which is shown, or if the text has changed. */
  async trained(asked, judges) {
    try {
      const trained = await this.trainer.train(...asked, { looks: this.looks, judges });
      return trained && { ...trained, asked, bets: trained.bets && JSON.stringify([trained.bets]) };
    } catch (error) {
      if (!error.code) throw error;
      if (asked === this.asked) this.tell(fill(this.say[error.code], error.values));
      return null;
    }
  }

  show(data, start) {
    if (!this.player) {
      part(".stage").hidden = false;
      this.player = new Player(part(".stage"));
      this.player.setStateValue = (name, value) => name === "hide" && this.hidden(...value);
      this.past = new Past(this.player);
      document.addEventListener("step", () => this.listKeys(), { once: true }); // it has its texts by then
    }
    this.given = { ...data, start, run: String(++this.generation), generation: this.generation };
    this.update();
    part(".second").hidden = !data.learned;
    this.past.tell();
  }

  listKeys() {
    part(".how").append(this.player.part("dialog dl").cloneNode(true));
    part(".how").hidden = false;
  }

  update() {
    const [number, hidden] = this.hide;
    const hide = this.given.hide && { number, hidden, forced: false };
    this.player.update({ ...this.given, address: false, hide });
  }

  /* The reader hides or shows the answer. */
  hidden(...choice) {
    this.hide = choice;
    return this.judge();
  }

  /* Judge all bets on the current run, if needed; not while another text is trained. */
  async judge() {
    const { given } = this;
    if (!this.hide[1] || !given?.asked || given.bets || given.asked !== this.asked) return;
    const trained = await this.trained(given.asked, true);
    if (!trained || given !== this.given) return;
    given.bets = trained.bets;
    this.update();
  }

  /* In a text without spaces a line is one word, so add a line end after each sentence. */
  cut(text) {
    const isSpaced = SCHEMES.get(schemes.value).bytes || /\S[^\S\n]+\S/.test(text);
    const cut = isSpaced ? text : text.replace(SENTENCE_ENDS, "$1\n");
    this.isCut = cut !== text;
    return cut;
  }

  tell(refused = "") {
    const isLong = !this.isHome && !this.isLinked;
    said.textContent = [refused || (this.isCut && this.say.cut), isLong && !refused && this.say.unlinked]
      .filter(Boolean)
      .join(this.text.between);
  }

  /* Another player of the page may step first. */
  stepped() {
    if (!this.player) return;
    this.encode();
    this.later("address", () => this.writeAddress());
  }

  writeAddress() {
    const { step } = this.player;
    const here = new URLSearchParams();
    if ((box.value || this.home.text) !== this.home.text && this.isLinked) here.set("text", box.value);
    if (!this.isHome && schemes.value !== this.home.scheme) here.set("scheme", schemes.value);
    if (step !== (this.isHome ? this.home.step : 0)) here.set("step", step);
    const hash = String(here) && `#${here}`;
    try {
      if (hash !== location.hash) history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
    } catch {} // a frame without its own address
  }

  /* The second line, encoded by the merges up to the step. */
  encode() {
    const learned = this.given?.learned;
    if (!learned) return;
    const { drawn, meaning, ranks } = learned;
    const chip = (token) => {
      const [name, colour, pieces] = drawn.row(token, ranks.get(token));
      return makeChip(name, colour, pieces, meaning);
    };
    const words = encoded(line.value, learned, this.player.step).map((tokens) => {
      const word = element("span", "", "tokens");
      word.append(...tokens.map(chip));
      return word;
    });
    part("[data-encoded]").replaceChildren(...words);
  }

  async dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (file.size > MAX_FILE_BYTES) return this.tell(this.say.long_text);
    box.value = read(await file.arrayBuffer(), this.encodings);
    await this.train();
  }
}

/* The text of a file: UTF-8, else in one of the usual encodings of the page's readers. */
function read(data, encodings) {
  for (const encoding of ["utf-8", ...encodings]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(data);
    } catch {}
  }
  return new TextDecoder().decode(data);
}

/* Below a player, in words, the steps so far: looked up in the player's run. */
class Past {
  constructor(player) {
    this.player = player;
    this.part = (selector) => document.querySelector(`.past ${selector}`);
    document.querySelector(".past").hidden = false;
    document.addEventListener("step", () => (this.timer ??= setTimeout(() => this.tell(), WAIT)));
    addEventListener("beforeprint", () => this.tell());
  }

  tell() {
    clearTimeout(this.timer);
    this.timer = null;
    const { step, root } = this.player;
    const told = Math.min(step, TOLD_STEPS);
    this.part("table").style.quotes = root.style.quotes;
    this.part(".none").hidden = step > 0;
    this.part("table").hidden = step === 0;
    this.part(".earlier").hidden = step <= TOLD_STEPS;
    this.part("tbody").replaceChildren(...Array.from({ length: told }, (_, i) => this.row(step - i)));
  }

  row(step) {
    const { text, steps, runs } = this.player;
    const go = element("button", step);
    go.type = "button";
    go.setAttribute("aria-label", fill(text.step_of, { step, steps }));
    go.addEventListener("click", () => this.player.go(step));
    const head = element("th");
    head.scope = "row";
    head.append(go, element("span", step));
    const [left, right, made] = runs[0].run.merges[step - 1].map((token) => runs[0].chip(token));
    const merged = element("td");
    merged.dir = "ltr";
    merged.append(left, " ", right, " ", "→ ", made);
    const why = element("td");
    why.append(...runs[0].caption(step - 1).slice(1)); // the next pair, without "Next"
    const row = element("tr");
    row.append(head, merged, why);
    return row;
  }
}

const made = await inflated(part(".packed").textContent);
part(".own").hidden = false;
part(".unread").hidden = true;
new Own(made);
