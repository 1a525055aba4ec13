/* A text with gaps: the reader taps the ends of the tokens, then sees the tokens, with right, wrong and
   missed gaps marked. The tokens come from the record (gaps.py). Gap n is before unit n. */

import { compose } from "./captions.js";
import { element, written } from "./chips.js";

const SIGNS = { right: "✓", wrong: "✗", missed: "+" };

export class GapBoard {
  cuts = new Set(); // the reader's
  shown = false; // the tokens are
  isOpen = true; // gaps can be tapped
  at = null; // where the keyboard is

  /* check: is called by Enter. */
  constructor(check) {
    this.check = check;
    this.root = element("div", "", "gaps");
    this.root.tabIndex = 0;
    this.root.dir = "ltr";
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-describedby", "gaps-how");
    this.how = element("span", "", "unseen");
    this.how.id = "gaps-how";
    this.spoken = element("span", "", "unseen");
    this.spoken.setAttribute("aria-live", "polite");
    this.root.addEventListener("click", (event) => this.tap(event));
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    this.root.addEventListener("blur", () => this.mark((this.at = null)));
  }

  /* The board, its keys and what it says, for screen readers. */
  get nodes() {
    return [this.root, this.how, this.spoken];
  }

  load(data) {
    this.how.textContent = data.say.keys;
    Object.assign(this, { data, cuts: new Set(), shown: false, at: null });
    this.open = new Set(data.open);
    this.ends = new Set(data.groups.map(([end]) => end));
    this.root.style.setProperty("--letters", data.units.length);
    this.root.setAttribute("aria-label", `${data.say.board}: ${data.units.join("")}`);
    this.draw();
  }

  /* What was right, wrong and missed. */
  get score() {
    const all = [...this.open].filter((gap) => this.ends.has(gap));
    const right = all.filter((gap) => this.cuts.has(gap)).length;
    return { all: all.length, found: right, wrong: this.cuts.size - right };
  }

  /* "You found 2 of 3 cuts. 1 of yours is wrong." */
  verdict() {
    const { say } = this.data;
    const { all, found, wrong } = this.score;
    if (!wrong && found === all) return compose(say.all, { all });
    const said = compose(say.found, { found: written(found), all });
    return wrong ? [...said, say.between, ...compose(say.wrong, { wrong })] : said;
  }

  show() {
    this.shown = true;
    this.at = null;
    this.draw();
    this.root.setAttribute("aria-label", [...this.root.querySelectorAll(".piece")].map((piece) => piece.textContent).join(" "));
  }

  /* Words go on in a new line where there is no more room; what is one token stays together. */
  draw() {
    const { units, words, groups } = this.data;
    this.units = units.map((unit) => element("span", unit, unit.trim() && unit !== "␣" ? "unit" : "unit blank"));
    this.gaps = new Map();
    const starts = new Set(words);
    const parts = this.shown ? groups : units.map((_, n) => [n + 1, 1]);
    const holders = [];
    let begin = 0;
    for (const [end, tokens, exact] of parts) {
      if (!holders.length || starts.has(begin)) holders.push(element("span", "", "word"));
      const piece = element("span", "", this.shown ? "piece" : "");
      if (exact !== undefined) piece.dataset.token = exact;
      for (let n = begin; n < end; n++) piece.append(...(n > begin ? [this.gap(n)] : []), this.units[n]);
      if (tokens > 1) piece.append(element("small", compose(this.data.say.many, { n: tokens }).join("")));
      if (begin) holders.at(-1).append(this.gap(begin));
      holders.at(-1).append(piece);
      begin = end;
    }
    this.root.replaceChildren(...holders);
    this.root.classList.toggle("told", this.shown);
    this.mark();
  }

  gap(n) {
    const gap = element("span", "", this.open.has(n) ? "gap" : "gap given");
    gap.dataset.gap = n;
    this.gaps.set(n, gap);
    return gap;
  }

  mark() {
    for (const [n, gap] of this.gaps) {
      const isCut = this.cuts.has(n);
      const judged = !this.shown || !this.open.has(n) ? "" : this.ends.has(n) ? (isCut ? "right" : "missed") : isCut ? "wrong" : "";
      gap.classList.toggle("cut", isCut);
      gap.classList.toggle("at", n === this.at);
      gap.dataset.judged = this.asks ? "" : judged;
      gap.textContent = this.asks ? "" : (SIGNS[judged] ?? "");
    }
  }

  get asks() {
    return this.isOpen && !this.shown;
  }

  /* A letter stands for the nearer of its two gaps, so that a finger meets one. */
  tap({ target, clientX }) {
    if (!this.asks) return;
    let n = Number(target.dataset.gap ?? -1);
    const unit = this.units.indexOf(target);
    if (unit >= 0) {
      const { left, width } = target.getBoundingClientRect();
      n = unit + (clientX > left + width / 2 ? 1 : 0);
    }
    if (this.open.has(n)) this.turn(n);
  }

  turn(n) {
    if (!this.cuts.delete(n)) this.cuts.add(n);
    this.at = this.at === null ? null : n;
    this.mark();
    this.speak(n);
  }

  speak(n) {
    const { units, say } = this.data;
    this.spoken.textContent = `${units[n - 1]} | ${units[n]}: ${this.cuts.has(n) ? say.is_cut : say.is_whole}`;
  }

  pressed(event) {
    if (!this.asks || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const open = this.data.open;
    const place = open.indexOf(this.at);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: open.length - 1 }[key];
    if (to !== undefined && open.length) {
      this.at = open[Math.min(Math.max(to, 0), open.length - 1)];
      this.mark();
      this.speak(this.at);
    } else if (key === " " && place >= 0) this.turn(this.at);
    else if (key === "Enter") this.check();
    else if (key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
  }
}
