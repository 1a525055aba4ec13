/* A text of the reader's own on a page without a server: what is typed, pasted or dropped is trained
   beside the page, and the player shows it. Text, scheme and step stand in the address, after "#". */

import { element, fill, makeChip } from "../draw/chips.js";
import { inflated } from "../player/packed.js";
import { Player } from "../player/player.js";
import { Past } from "./past.js";

const WAIT = 150; // ms after the last key, or step
const LARGEST = 1_000_000; // bytes of a file
/* As `cut_after_sentences` of notes.py has it: what a lookahead has found is not given back. */
const SENTENCE_ENDS = /(?<![。！？!?…；])(?=([。！？!?…；]+[”’」』）)"']*))\1(?=\S)/gu;

const { BackgroundTrainer, encoded, Looks, SCHEMES } = globalThis.trainer;
const part = (selector) => document.querySelector(selector);
const [box, schemes, said, line] = [".own textarea", ".own select", ".own .said", ".second input"].map(part);

class Own {
  /* data: what the player is given at first, a run or none. looks: of looks.js. say: sentences.
     linked: characters that the address holds. */
  constructor({ data, looks, say, encodings, linked }) {
    Object.assign(this, { data, looks, say, encodings, linked, timers: {}, generation: 1 });
    this.hide = [0, Boolean(data.hide?.hidden)];
    this.home = { text: box.value, scheme: schemes.value, step: data.start };
    this.text = JSON.parse(data.payload).text;
    this.hasRun = JSON.parse(data.payload).runs.length > 0;
    this.trainer = new BackgroundTrainer(part("script[type=module]").textContent); // the first one
    const typed = () => this.later("train", () => this.train());
    box.addEventListener("input", (event) => event.isComposing || typed());
    box.addEventListener("compositionend", typed);
    schemes.addEventListener("change", () => this.train());
    line.addEventListener("input", () => this.encode());
    addEventListener("hashchange", ({ newURL }) => this.open(new URL(newURL).hash));
    document.addEventListener("step", () => this.listKeys(), { once: true });
    document.addEventListener("step", () => this.stepped());
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => this.dropped(event));
    this.open(location.hash);
  }

  /* The player, once there is something that it can show. */
  begin() {
    part(".stage").hidden = false;
    this.player = new Player(part(".stage"));
    this.player.setStateValue = (name, value) => name === "hide" && this.hidden(...value);
    this.past = new Past(this.player);
  }

  /* Its keys, once it has its texts. */
  listKeys() {
    part(".how").append(this.player.part("dialog dl").cloneNode(true));
    part(".how").hidden = false;
  }

  later(name, action) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(action, WAIT);
  }

  /* Show what the address asks for, or what the page was made with. */
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

  /* Train what stands in the box, and show it from a step on. An empty box is as it was at first. */
  async train(start = 0) {
    clearTimeout(this.timers.train);
    const text = this.cut(box.value || this.home.text);
    const isRun = this.isHome && this.hasRun;
    schemes.parentElement.hidden = isRun; // it has its own
    const asked = (this.asked = isRun ? null : [text, schemes.value]);
    const trained = asked && (await this.trained(asked, this.hide[1]));
    if (asked !== this.asked) return; // another text came
    if (trained || !asked) {
      this.tell();
      this.show(asked ? this.dataOf(trained) : this.data, start);
    } else this.asked = this.given?.asked;
    await this.judge();
  }

  /* What the player is given of a trained text. */
  dataOf({ asked, run, bets, learned }) {
    const { mark, bytes } = SCHEMES.get(learned.scheme);
    const drawn = new Looks(this.looks, { mark, bytes });
    const blank = drawn.nameOf(" ");
    const meaning = bytes ? [blank, this.text.mark_space] : mark ? [mark, this.text.mark_suffix] : null;
    const whole = { text: this.text, steps: run.steps, runs: [{ ...run, title: "", mark: meaning }] };
    const more = { asked, learned: { ...learned, drawn, meaning: meaning?.[1] }, bets, home: 0, hide: {} };
    return { ...this.data, ...more, payload: JSON.stringify(whole) };
  }

  /* What the trainer returns; null where it refuses, which is said, or where another text came. */
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
    if (!this.player) this.begin();
    this.given = { ...data, start, run: String(++this.generation), generation: this.generation };
    this.update();
    part(".second").hidden = !data.learned;
    this.past.tell();
  }

  update() {
    const [number, hidden] = this.hide;
    const hide = this.given.hide && { number, hidden, forced: false };
    this.player.update({ ...this.given, address: false, hide });
  }

  /* The reader hides the answer, or shows it. */
  hidden(...choice) {
    this.hide = choice;
    return this.judge();
  }

  /* Judge all bets on what is shown, where they are wanted; not while another text is trained. */
  async judge() {
    const { given } = this;
    if (!this.hide[1] || !given?.asked || given.bets || given.asked !== this.asked) return;
    const trained = await this.trained(given.asked, true);
    if (!trained || given !== this.given) return;
    given.bets = trained.bets;
    this.update();
  }

  /* A text without spaces is one word a line, so a line ends after each sentence. */
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

  stepped() {
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
    } catch {} // a frame without an address of its own
  }

  /* The second line, by the merges up to the step. */
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
    if (file.size > LARGEST) return this.tell(this.say.long_text);
    box.value = read(await file.arrayBuffer(), this.encodings);
    await this.train();
  }
}

/* The text of a file: UTF-8, else in one of the encodings that the page's readers use. */
function read(data, encodings) {
  for (const encoding of ["utf-8", ...encodings]) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(data);
    } catch {}
  }
  return new TextDecoder().decode(data);
}

const made = await inflated(part(".packed").textContent);
part(".own").hidden = false;
part(".unread").hidden = true;
new Own(made);
