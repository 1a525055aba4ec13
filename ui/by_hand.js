/* Merging by hand: the reader chooses two adjacent tokens, the host trains the run again with this merge
   forced, and this script draws the record: its splits, the rule's choice, both numbers of tokens. */

import { compose } from "../bpe/player/captions.js";
import { element, makeChip, written } from "../bpe/player/chips.js";
import { Beats, GLIDE } from "../bpe/player/gliding.js";
import { PairPicker } from "../bpe/player/question.js";
import { Row } from "../bpe/player/row.js";

/* It acts as the view and the question of its rows and of its `PairPicker`, which need these names. */
export class ByHand {
  merges = []; // the reader's merges: [left, right]
  rows = [];
  beats = new Beats();
  flows = true; // its words are in one line
  open = false; // the reader may merge

  /* force: called with the reader's merges as in an address, or "", when they change. */
  constructor(parent, force) {
    Object.assign(this, { force, view: this, question: this, asks: false, text: {} });
    this.root = element("div", "", "by-hand");
    this.root.dataset.stage = "";
    this.said = element("p", "", "verdict");
    this.said.setAttribute("role", "status");
    this.how = element("p", "", "how");
    this.how.id = "by-hand-how";
    this.list = element("div", "", "board");
    Object.assign(this.list, { tabIndex: 0, dir: "auto" });
    this.list.setAttribute("role", "application");
    this.list.setAttribute("aria-describedby", this.how.id);
    this.spoken = element("p", "", "how");
    this.spoken.setAttribute("aria-live", "polite");
    this.count = element("b");
    this.count.dataset.count = "";
    this.learned = element("span", "", "tokens made");
    this.learned.dataset.learned = "";
    this.numbers = element("p", "", "numbers");
    this.totals = element("p", "", "totals");
    const buttons = ["undo", "clear", "copy"].map((name) => {
      const button = element("button", "", name);
      button.type = "button";
      button.addEventListener("click", () => this[name]());
      return (this[`${name}Button`] = button);
    });
    const below = element("div", "", "below");
    below.append(this.numbers, this.learned, ...buttons.slice(0, 2), this.totals, buttons[2]);
    this.root.append(this.said, this.how, this.list, this.spoken, below);
    parent.append(this.root);
    this.picks = new PairPicker(this);
    this.list.addEventListener("click", () => this.open && this.say());
    this.list.addEventListener("keydown", (event) => this.pressed(event));
    this.ended = new AbortController();
    addEventListener("resize", () => (this.list.style.minHeight = ""), this.ended);
  }

  update(data) {
    this.data = data;
    this.open = true;
    this.list.removeAttribute("aria-busy");
    const { say } = data;
    this.how.textContent = say.keys;
    this.list.setAttribute("aria-label", say.board);
    for (const name of ["undo", "clear", "copy"]) this[`${name}Button`].textContent = say[name];
    if (data.stage !== this.source) this.draw(JSON.parse(data.stage));
    this.source = data.stage;
    this.say();
  }

  /* Redraw the record; an additional merge glides. */
  draw(stage) {
    const { run, text } = stage;
    const isSame = text === this.stage?.text;
    const grows = isSame && run.steps === this.run.steps + 1;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    Object.assign(this, { stage, run });
    const [step, before] = [run.steps, grows && !isCalm ? run.steps - 1 : run.steps];
    this.beats.begin(before < step ? GLIDE : 0);
    this.merges = run.merges.map((pair) => pair.slice(0, 2).map((token) => run.tokens[token][0]));
    this.chips = run.tokens.map((token, number) => {
      const chip = makeChip(...token);
      chip.dataset.number = number;
      return chip;
    });
    this.picks.picked = null;
    this.rows = stage.words.map((word) => new Row(run.words[word], this));
    for (const row of this.rows) row.paint(before, true);
    this.list.style.setProperty("--letters", stage.mine[0]);
    if (!isSame) this.list.style.minHeight = "";
    this.list.replaceChildren(...this.rows.map((row) => row.holder));
    const glide = this.beats.prepare(before < step ? this.rows : [], step);
    for (const row of this.rows) row.paint(step, true);
    glide();
    // The elements below do not move while tokens become fewer.
    this.list.style.minHeight = `${Math.max(this.list.offsetHeight, parseFloat(this.list.style.minHeight) || 0)}px`;
    this.learned.replaceChildren(...run.merges.map(([, , made]) => this.chip(made)));
  }

  /* The last merge and the rule's choice instead, or an instruction. */
  say() {
    const { data, run, stage, merges } = this;
    const { say, from, limit } = data;
    const steps = run.steps;
    const isWhole = !this.shown.some((row) => row.pairs.length);
    const isOver = isWhole || steps === limit;
    if (isOver) this.open = false;
    const [mine, bpe] = [stage.mine[steps], stage.bpe[Math.min(steps, stage.bpe.length - 1)]];
    const isPicked = this.picks.picked?.width === 1;
    const ask = isPicked ? say.second : isWhole ? say.over : steps ? "" : say.ask;
    this.said.replaceChildren(...(steps && !isPicked ? this.verdict(say, steps - 1) : []), ask);
    this.count.textContent = written(mine);
    const left = limit === null ? "" : compose(say.left, { left: written(limit - steps) });
    this.numbers.replaceChildren(...compose(say.count, { n: mine, count: this.count }), ...left);
    this.learned.hidden = this.undoButton.hidden = this.clearButton.hidden = !merges.length;
    const compares = steps > 0 && (steps >= from || isOver);
    const isJudged = compares && (limit === null || isOver);
    this.totals.hidden = !compares;
    this.copyButton.hidden = !isJudged;
    if (!compares) return;
    const result = !isJudged ? "" : mine < bpe ? say.won : mine > bpe ? say.lost : say.even;
    this.totals.replaceChildren(...compose(say.totals, { n: mine, mine: named("mine", mine), bpe: named("bpe", bpe) }), result);
  }

  /* "You joined n + a: 3 times. BPE would have joined a + n: 4 times." */
  verdict(say, step) {
    const { facts, leaders, merges } = this.run;
    const [pair, [passed, count], [, , most]] = [merges[step].slice(0, 2), facts.forced[step], leaders[step]];
    const isSame = passed.every((token, side) => token === pair[side]);
    const kind = isSame ? "same" : count === most ? "tied" : "lower";
    return compose(say[kind], {
      mine: this.pair(pair),
      bpe: this.pair(passed),
      count: written(count),
      most: written(most),
    });
  }

  pair(tokens) {
    const [left, right] = tokens.map((token) => this.chip(token));
    const holder = element("span", "", "pair");
    holder.dir = "ltr";
    holder.append(left, " + ", right);
    return holder;
  }

  chip(token) {
    return this.chips[token].cloneNode(true);
  }

  get shown() {
    return this.rows;
  }

  part() {
    return this.list;
  }

  /* What the reader does ----------------------------------------------------------------- */

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace" && this.merges.length) this.undo();
    else if (!this.open || !this.picks.pressed(event.key)) return;
    event.preventDefault();
  }

  speak(text) {
    this.spoken.textContent = text;
  }

  /* The two chosen tokens. */
  bet({ pair }) {
    this.change([...this.merges, pair.map((token) => this.run.tokens[token][0])]);
  }

  undo() {
    this.change(this.merges.slice(0, -1));
  }

  clear() {
    this.change([]);
  }

  change(merges) {
    const forced = merges.length ? JSON.stringify(Object.fromEntries(merges.entries())) : "";
    // In an address each merge takes three more separators.
    if (forced.length + 3 * merges.length > this.data.longest) {
      this.said.textContent = this.data.say.full;
      return;
    }
    this.open = false;
    this.picks.picked = null;
    this.list.setAttribute("aria-busy", "true");
    if (this.root.getRootNode().activeElement?.matches("button")) this.list.focus({ preventScroll: true });
    this.force(forced);
  }

  /* A page without a secure address cannot write to the clipboard, but it can choose the copied text. */
  copy() {
    const address = new URL(this.data.link, document.baseURI).href;
    const say = (event) => {
      event.clipboardData.setData("text/plain", address);
      event.preventDefault();
    };
    document.addEventListener("copy", say, { once: true });
    if (document.execCommand("copy")) this.copyButton.textContent = this.data.say.copied;
  }
}

function named(name, value) {
  const made = element("b", written(value));
  made.dataset[name] = "";
  return made;
}
