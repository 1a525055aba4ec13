/* Next to the words: the leading pairs, the learned tokens, or the merges of one word. */

import { element, fill, written } from "./chips.js";
import { FOUND } from "./gliding.js";
import { clickable } from "./row.js";
import { inkOf, showIn } from "./screen.js";

const LISTED = 40; // maximum number of learned tokens shown, the last ones

/* The leading pairs of a run as bars, and the bracket around tied ones. After each pair changed by the
   last merge is its previous value. */
export class LeadingPairs {
  constructor(view) {
    const { run, text, part } = view;
    Object.assign(this, { view, run, text });
    this.width = run.scored ? 3 : 2; // numbers per pair in a step's list
    const heading = run.scored ? text.scores : text.pairs;
    part(".leaders .label").textContent = heading;
    this.holder = part(".bars");
    this.bracket = part(".bracket span");
    this.list = this.holder.querySelector("ol");
    this.bars = Array.from({ length: run.bars }, () => makeBar(view));
    this.sum = element("li", "", "sum");
    this.list.setAttribute("aria-label", heading);
    this.list.replaceChildren(...this.bars.map((bar) => bar.root));
    this.bars[0]?.root.after(this.sum);
    this.holder.classList.toggle("long", run.sums.some((sum, step) => !run.scored && sum.length && this.restOf(step)));
    this.holder.classList.toggle("ties", run.leaders.some(([, bracketed]) => bracketed > 1));
    this.scales = scalesOf(run.leaders);
    // The columns have equal widths at every step: for the longest pair and the longest value.
    const tied = new Set(run.ids ? run.leaders.flatMap((_, step) => this.bracketed(step)) : []);
    const idWidth = (pair) => (tied.has(pair) ? run.ids[pair].reduce((sum, id) => sum + inkOf(`${id}`) + 0.6, 0) : 0);
    const widthOf = (tokens, pair) =>
      tokens.reduce((sum, token) => sum + Math.max(inkOf(run.tokens[token][0]) + 0.85, 1.45), 0.3 + idWidth(pair));
    const longest = (at) => Math.max(1, ...run.leaders.flatMap((row) =>
      row.slice(3).flatMap((value, i) => (i % this.width === at ? [String(value.toLocaleString("en")).length] : []))));
    const sizes = { "--pair": Math.max(...run.pairs.map(widthOf), 0), "--digits": longest(this.width - 1), "--times": run.scored ? longest(1) + 1.5 : 0 };
    for (const [name, size] of Object.entries(sizes)) this.holder.style.setProperty(name, size.toFixed(1));
  }

  paint(step, hidden = false) {
    if (hidden) return this.cover();
    const { run, width } = this;
    const [tied, , , ...leaders] = run.leaders[step];
    const bracketed = this.bracketed(step).length;
    const before = new Map(run.before[step].flatMap((place, i, all) => (i % 2 ? [] : [[place, all[i + 1]]])));
    const share = (value) => `${Math.min(value / this.scales[step], 1)}`;
    this.bars.forEach((bar, i) => {
      const [pair, count, score] = leaders.slice(i * width, (i + 1) * width);
      bar.root.hidden = pair === undefined;
      bar.root.classList.remove("covered");
      if (bar.root.hidden) return;
      const ids = i < bracketed ? run.ids?.[pair] : undefined;
      if (bar.pair !== pair || bar.ids !== ids) bar.names.replaceChildren(...this.chips(pair, ids));
      Object.assign(bar, { pair, ids });
      bar.root.classList.toggle("next", i === 0 && step < run.steps);
      bar.share = share(Number(score ?? count));
      bar.now.style.transform = `scaleX(${bar.share})`;
      bar.old.style.transform = `scaleX(${before.has(i) ? share(before.get(i)) : 0})`;
      bar.was.textContent = before.has(i) ? `${written(before.get(i))} →` : "";
      const occurrences = written(count);
      bar.value.replaceChildren(score ?? occurrences);
      if (score) bar.value.append(element("small", `× ${occurrences}`));
    });
    this.sum.replaceChildren(...this.explained(step));
    this.view.beats.at(FOUND, () => {
      this.holder.classList.toggle("tied", bracketed > 0);
      this.holder.style.setProperty("--tied", bracketed);
      const label = tied > bracketed ? this.text.tied_shown : this.text.tied;
      this.bracket.textContent = fill(label, { count: tied, shown: bracketed });
    });
  }

  /* A pair's two tokens, with their IDs where these decide a tie. */
  chips(pair, ids) {
    return this.run.pairs[pair].map((token, place) => {
      const chip = this.view.chip(token);
      if (ids) chip.append(element("small", ids[place], "id"));
      return chip;
    });
  }

  /* The shown pairs that tie with the next one. */
  tied(step) {
    return this.bracketed(step).slice(1).map((pair) => this.run.pairs[pair]);
  }

  /* The pairs in the bracket around tied ones; none where the best pair is alone. */
  bracketed(step) {
    const [, bracketed, , ...row] = this.run.leaders[step];
    return bracketed > 1 ? Array.from({ length: bracketed }, (_, i) => row[i * this.width]) : [];
  }

  /* The list, and the place and length of each bar: pair -> place, pixels from the top, share. */
  get picture() {
    const shown = this.bars.filter(({ pair, root }) => pair !== undefined && root.offsetHeight);
    const row = (bar) => ({ place: this.bars.indexOf(bar), top: bar.root.offsetTop, share: bar.share });
    return { list: this.list, rows: new Map(shown.map((bar) => [bar.pair, row(bar)])) };
  }

  /* How the count of the next pair is computed: texts, and the contribution of each word. */
  explained(step) {
    const { facts, leaders, scored, sums } = this.run;
    const sum = sums[step] ?? "";
    if (scored || !sum.length) return scored ? [sum] : [];
    const more = this.restOf(step);
    const parts = sum.map((times) => element("b", written(times)));
    if (more) parts.push(fill(this.text[facts.lines ? "sum_lines" : "sum_words"], { more }));
    const total = ` = ${written(leaders[step][4])}`;
    return [...parts.flatMap((part, i) => (i ? [" + ", part] : [part])), total];
  }

  /* Number of words changed by a merge that are not named in its sum. */
  restOf(step) {
    return this.run.facts.named[step][0] - this.run.sums[step].length;
  }

  /* Hide all pairs, with the same size. */
  cover() {
    this.sum.textContent = "";
    for (const bar of this.bars) {
      bar.pair = undefined;
      bar.root.hidden = false;
      bar.root.classList.remove("next");
      bar.root.classList.add("covered"); // nothing to press
      for (const said of [bar.names, bar.was, bar.value]) said.replaceChildren();
      for (const drawn of [bar.old, bar.now]) drawn.removeAttribute("style");
    }
    this.holder.classList.remove("tied");
    this.holder.style.removeProperty("--tied");
    this.bracket.textContent = "";
  }
}

/* For each step the value of a full bar. It is kept, so that bars shrink with their counts, until the
   longest would be shorter than a third of it. */
function scalesOf(leaders) {
  let scale = 0;
  return leaders.map(([, , largest]) => (scale = largest > scale || largest < scale / 3 ? largest : scale) || 1);
}

function makeBar({ asks, text }) {
  const [old, now] = [element("i", "", "old"), element("i", "", "now")];
  const [was, value] = [element("span", "", "was"), element("span", "", "value")];
  const bar = { root: element("li", "", "bar"), names: clickable(asks, "", "pair", text.find), old, now, was, value };
  const track = element("span", "", "track");
  track.append(old, now);
  bar.root.append(bar.names, track, was, value);
  return bar;
}

/* The growing vocabulary: the learned tokens so far, in order, and its size as a sum. */
export class LearnedTokens {
  constructor(view) {
    const { part, run, text } = view;
    Object.assign(this, { view, run, root: part(".learned"), list: part(".learned .list") });
    this.sum = part(".learned .label");
    this.said = text[`learned_${run.unit}`];
    this.list.dir = "ltr";
    this.list.setAttribute("role", "group");
    this.list.setAttribute("aria-label", text.learned);
    if (run.mark && run.unit === "characters") this.sum.title = fill(text.learned_mark, { mark: run.mark[0] });
  }

  /* The number of tokens, as a sum. */
  say(step) {
    const { vocabulary } = this.run;
    const [letters, size] = [vocabulary[0], vocabulary[step]];
    this.sum.textContent = fill(this.said, { letters, learned: step, size });
  }

  paint(step) {
    this.step = step;
    const { merges } = this.run;
    this.root.dataset.learned = step;
    const chips = merges.slice(Math.max(step - LISTED, 0), step).map(([left, right, made]) => {
      const chip = this.view.chip(made);
      chip.dataset.parts = `${left} ${right}`;
      chip.title = [left, right].map((token) => this.run.tokens[token][0]).join(" + ");
      return chip;
    });
    chips.at(-1)?.classList.add("fresh");
    this.list.replaceChildren(...chips);
    // Only whole rows are drawn: the first tokens, which do not fit, are omitted.
    const { list } = this;
    const low = () => chips.at(-1)?.offsetTop + chips.at(-1)?.offsetHeight - list.offsetTop - list.clientHeight;
    if (low() > 1) list.prepend(this.view.chip(-1));
    while (low() > 1 && chips.length > 1) {
      const top = chips[0].offsetTop + low();
      const kept = chips.findIndex((chip) => chip.offsetTop >= top - 1);
      for (const chip of chips.splice(0, kept > 0 ? kept : chips.length - 1)) chip.remove();
    }
  }

  /* The newest token, which moves in. */
  get newest() {
    return this.list.querySelector(".fresh");
  }
}

/* Merges by rank next to a word: the current one is highlighted. Among all learned merges, mark those
   used or skipped so far. */
export class RankedMerges {
  constructor(view) {
    Object.assign(this, { view, root: view.part(".ranked"), merges: view.run.ranked });
    this.root.dir = "ltr";
    this.root.setAttribute("aria-label", view.run.ranks);
    this.root.hidden = !this.merges.length;
  }

  /* Before covered rows are drawn it would reveal their content. */
  paint(step) {
    const { covered } = this.view.run;
    const used = new Set(this.view.rows.flatMap(({ splits }) => splits.map(([begun]) => begun)));
    const items = (step || !covered ? this.merges : []).map(([use, rank, ...tokens]) => {
      const item = element("li", "", use === step ? "now" : "");
      item.classList.toggle("missed", !covered && use <= step && !used.has(use));
      const [left, right, made] = tokens.map((token) => this.view.chip(token));
      item.append(element("span", written(rank), "rank"), left, right, "→", made);
      if (use === step) item.setAttribute("aria-current", "step");
      return item;
    });
    this.root.replaceChildren(...items);
    showIn(this.root, this.root.querySelector(".now") ?? items.at(-1));
  }
}
