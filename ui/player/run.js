/* What a run looks like; the rest of player.js's module. */

/* One run on the screen: caption, words, leading pairs, curve. */
class Run {
  constructor(run, template, text, steps, beside) {
    Object.assign(this, { run, text });
    this.root = template.content.firstElementChild.cloneNode(true);
    this.part = (selector) => this.root.querySelector(selector);
    this.chips = run.tokens.map(makeChip);
    label(this.root, text);
    this.part(".title").textContent = run.title;
    this.part(".title").hidden = !run.title;
    this.part(".words").setAttribute("aria-label", [run.title, text.words].filter(Boolean).join(": "));
    this.part("thead th:nth-child(2)").hidden = !run.words.some((word) => "count" in word);
    this.rows = run.words.map((word) => new Row(word, this));
    this.examples = new Map();
    const hasExamples = Boolean(run.examples?.words.length);
    this.part(".words").classList.toggle("few", this.rows.length <= 8 && !hasExamples);
    this.part(".frequent").append(...this.rows.map((row) => row.root));
    for (const heading of this.root.querySelectorAll(".words .heading")) {
      heading.hidden = !hasExamples;
    }
    this.part(".side").hidden = this.part(".merged").hidden = !run.leaders;
    this.part(".columns").classList.toggle("alone", !run.leaders);
    if (run.leaders) {
      this.part(".leaders .label").textContent = run.scored ? text.scores : text.pairs;
      this.bars = Array.from({ length: run.compact ? 5 : beside > 1 ? 6 : 10 }, makeBar);
      this.part(".bars ol").setAttribute("aria-label", run.scored ? text.scores : text.pairs);
      this.part(".bars ol").replaceChildren(...this.bars.map((bar) => bar.root));
      this.part(".curve").hidden = run.compact;
      this.drawCurve(steps);
    }
  }

  chip(token) {
    return this.chips[token].cloneNode(true);
  }

  at(step) {
    return Math.min(step, this.run.steps);
  }

  /* The sentence for a step; its text is that of the elements in it, so it can be read aloud. */
  caption(step) {
    const { said, texts, names } = this.run.captions;
    return said[this.at(step)].flatMap((part) => {
      if (Array.isArray(part)) return part.length === 1 ? this.chip(part[0]) : this.pair(part);
      if (part >= 0) return texts[part];
      return Object.assign(element("q", names[-1 - part]), { className: "word", dir: "auto" });
    });
  }

  /* "(e, s)": its two tokens to look at, the rest to be read aloud. */
  pair(tokens) {
    const [left, right] = tokens.map((token) => this.chip(token));
    const holder = element("span");
    holder.className = "pair";
    holder.dir = "ltr";
    const aside = (text) => Object.assign(element("span", text), { className: "aside" });
    holder.append(aside("("), left, aside(", "), right, aside(")"));
    return holder;
  }

  /* The rows of words that the last merge changed and the next one will change. */
  examplesAt(step) {
    const found = new Map();
    for (const merge of [step - 1, step]) {
      for (const [word, before, after] of this.run.examples?.splits[merge] ?? []) {
        const earlier = found.get(word)?.slice(0, -1) ?? [];
        found.set(word, [...earlier, [merge, before], [merge + 1, after]]);
      }
    }
    const rows = new Map();
    for (const [word, splits] of found) {
      const row = this.examples.get(word) ?? new Row(this.exampleWord(word, splits), this);
      row.become(splits);
      rows.set(word, row);
    }
    return rows;
  }

  exampleWord(word, splits) {
    const [text, count] = this.run.examples.words[word];
    return { text, count, splits };
  }

  /* Note where the tokens are that will move; the answer starts their gliding. */
  prepare(step, animate) {
    const now = this.at(step);
    for (const row of this.examples.values()) row.stop();
    this.examples = this.examplesAt(now);
    const all = [...this.examples.values(), ...this.rows];
    const rows = all.filter((row) => row.stop() && animate && row.moves(now));
    let tokens = 0;
    const gliding = rows.filter((row) => (tokens += row.tokens.length) <= GLIDING_TOKENS);
    const before = gliding.map((row) => row.places());
    return () => {
      // All that is written comes before all that is read: the browser lays out once.
      gliding.forEach((row, i) => row.lift(before[i]));
      const after = gliding.map((row) => row.places());
      gliding.forEach((row, i) => row.glide(before[i], after[i]));
    };
  }

  paint(step) {
    const { run } = this;
    const now = this.at(step);
    this.part(".caption").replaceChildren(...this.caption(step));
    const examples = [...this.examples.values()];
    for (const row of [...examples, ...this.rows]) row.paint(now, run.merges?.[now] ?? []);
    const heading = this.part(".examples .heading");
    this.part(".examples").replaceChildren(heading, ...examples.map((row) => row.root));
    if (!run.leaders) return;
    this.paintMerged(run.merges[now - 1]);
    this.paintLeaders(now);
    const size = run.sizes[now].toLocaleString("en");
    this.part("figcaption").textContent = fill(this.text.tokens_now, { count: size });
    this.part(".cursor").style.left = `${(100 * now) / Math.max(this.total, 1)}%`;
    this.part(".cursor").style.setProperty("--y", `${100 - this.height(now)}%`);
  }

  paintMerged(merge) {
    const line = this.part(".merged");
    if (!merge) return line.replaceChildren(this.text.no_merge);
    const [left, right, made] = merge.map((token) => this.chip(token));
    made.classList.add("fresh");
    line.replaceChildren(this.text.merged, left, "+", right, "→", made);
  }

  paintLeaders(step) {
    const { run, text } = this;
    const width = run.scored ? 3 : 2;
    const leaders = run.leaders[step];
    const value = (i) => leaders[i * width + width - 1];
    const shown = Math.min(leaders.length / width, this.bars.length);
    const largest = Math.max(...Array.from({ length: shown }, (_, i) => value(i)), 0);
    this.bars.forEach((bar, i) => {
      bar.root.hidden = i >= shown;
      if (bar.root.hidden) return;
      const pair = leaders[i * width];
      if (bar.pair !== pair) {
        bar.pair = pair;
        bar.names.replaceChildren(...run.pairs[pair].map((token) => this.chip(token)));
      }
      bar.root.classList.toggle("next", i === 0 && step < run.steps);
      bar.fill.style.transform = `scaleX(${value(i) / largest})`;
      const count = leaders[i * width + 1].toLocaleString("en");
      bar.value.replaceChildren(run.scored ? shortNumber(value(i)) : count);
      if (run.scored) bar.value.append(element("small", `× ${count}`));
    });
    const tied = run.ties[step] ?? 1;
    const together = this.bars.findIndex((_, i) => i >= shown || value(i) !== value(0));
    const bracketed = Math.min(tied, together < 0 ? shown : together);
    const bars = this.part(".bars");
    bars.classList.toggle("tied", bracketed > 1);
    bars.style.setProperty("--tied", bracketed);
    const label = tied > bracketed ? text.tied_shown : text.tied;
    const count = tied.toLocaleString("en");
    this.part(".bracket span").textContent = fill(label, { count, shown: bracketed });
  }

  /* How high the curve is at a step, in percent. */
  height(step) {
    return (100 * this.run.sizes[step]) / Math.max(this.run.sizes[0], 1);
  }

  drawCurve(total) {
    this.total = total;
    const { steps } = this.run;
    const points = Math.min(steps, 600);
    const line = Array.from({ length: points + 1 }, (_, i) => {
      const step = Math.round((i * steps) / Math.max(points, 1));
      return `${((1000 * step) / Math.max(total, 1)).toFixed(1)} ${(100 - this.height(step)).toFixed(2)}`;
    }).join("L");
    const end = (1000 * steps) / Math.max(total, 1);
    this.part(".line").setAttribute("d", `M${line}`);
    this.part(".area").setAttribute("d", `M0 100L${line}L${end} 100Z`);
    const plot = this.part(".plot");
    const scrub = (event) => {
      const box = plot.getBoundingClientRect();
      this.onScrub(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1));
    };
    plot.addEventListener("pointerdown", (event) => {
      plot.setPointerCapture(event.pointerId);
      scrub(event);
    });
    plot.addEventListener("pointermove", (event) => event.buttons && scrub(event));
  }
}

/* One word: a table row whose tokens change as the step does. */
class Row {
  constructor(word, run) {
    Object.assign(this, { run, splits: word.splits, index: -1, tokens: [], animations: [] });
    const name = element("th");
    name.scope = "row";
    name.append(Object.assign(element("span", word.text), { className: "name" }));
    this.holder = element("span");
    this.holder.className = "tokens";
    this.holder.dir = "ltr";
    this.root = element("tr");
    const cells = element("td");
    cells.className = "split";
    if (word.cut) {
      const cut = fill(run.text.cut, { count: word.cut.toLocaleString("en") });
      cells.append(Object.assign(element("small", cut), { className: "note" }));
    }
    cells.append(this.holder);
    if (word.pinned) {
      name.append(Object.assign(element("small", run.text.pinned), { className: "note" }));
    }
    this.root.classList.toggle("cut", Boolean(word.cut));
    this.root.classList.toggle("traced", word.splits[0].length > 2);
    this.root.append(name);
    if (word.count !== undefined) {
      const count = element("td", word.count.toLocaleString("en"));
      count.className = "count";
      this.root.append(count);
    }
    this.root.append(cells);
  }

  /* The split that holds at a step: the last one begun by then. */
  indexAt(step) {
    let low = 0;
    let high = this.splits.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.splits[middle][0] <= step) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /* Take the splits around another step; the one on the screen is among them or gone. */
  become(splits) {
    const begun = this.splits[this.index]?.[0];
    this.splits = splits;
    this.index = splits.findIndex(([step]) => step === begun);
    this.looks = null;
  }

  moves(step) {
    if (this.run.run.recut) return false; // its splits do not grow out of each other
    return this.index >= 0 && Math.abs(this.indexAt(step) - this.index) === 1;
  }

  paint(step, merge) {
    const index = this.indexAt(step);
    const [begun, tokens, ranks, following] = this.splits[index];
    const [left, right] = following ?? merge;
    const fresh = begun === step && index > 0;
    const looks = `${index} ${left} ${right} ${fresh}`;
    if (looks === this.looks) return;
    this.looks = looks;
    if (index !== this.index || !this.chips) {
      this.before = { tokens: this.tokens, chips: this.chips, index: this.index };
      this.index = index;
      this.tokens = tokens;
      this.chips = tokens.map((token) => this.run.chip(token));
      this.holder.replaceChildren(...this.withRanks(ranks, left, right));
    }
    const earlier = fresh ? this.splits[index - 1][1] : [];
    const made = fresh && !this.run.run.recut ? align(earlier, tokens) : [];
    this.chips.forEach((chip, i) => {
      const { classList } = chip;
      classList.toggle("next-left", tokens[i] === left && tokens[i + 1] === right);
      classList.toggle("next-right", tokens[i - 1] === left && tokens[i] === right);
      const recut = fresh && this.run.run.recut && !earlier.includes(tokens[i]);
      classList.toggle("fresh", made[i]?.length === 2 || Boolean(recut));
    });
  }

  /* In a trace, the rank of each adjacent pair stands between its tokens. */
  withRanks(ranks, left, right) {
    if (!ranks) return this.chips;
    return this.chips.flatMap((chip, i) => {
      if (i === ranks.length) return [chip];
      const lowest = this.tokens[i] === left && this.tokens[i + 1] === right;
      const { rank, no_rank } = this.run.text;
      const label = element("span", ranks[i] < 0 ? "–" : String(ranks[i]));
      label.className = lowest ? "rank lowest" : "rank";
      label.title = ranks[i] < 0 ? no_rank : fill(rank, { rank: ranks[i] });
      return [chip, label];
    });
  }

  places() {
    return this.chips.map((chip) => ({
      left: chip.offsetLeft,
      top: chip.offsetTop,
      width: chip.offsetWidth,
    }));
  }

  /* Where two tokens become one, put ghosts of the two at their old places. */
  lift(before) {
    const old = this.before;
    this.ghosts = [];
    if (old.index > this.index) return;
    align(old.tokens, this.tokens).forEach((parts, i) => {
      if (parts.length === 1) return;
      this.ghosts[i] = parts.filter((part) => old.chips[part]).map((part) => {
        const [chip, { left, top }] = [old.chips[part], before[part]];
        chip.removeAttribute("data-token");
        chip.setAttribute("aria-hidden", "true");
        chip.classList.add("ghost");
        Object.assign(chip.style, { left: `${left}px`, top: `${top}px` });
        this.holder.append(chip);
        return [chip, before[part]];
      });
    });
  }

  /* Let the tokens of a split move to where the neighbouring split has them. */
  glide(before, after) {
    const old = this.before;
    const forward = old.index < this.index;
    if (forward) {
      align(old.tokens, this.tokens).forEach((parts, i) => {
        if (parts.length === 1) this.slide(this.chips[i], before[parts[0]], after[i]);
        else this.join(this.ghosts[i], this.chips[i], after[i]);
      });
    } else {
      align(this.tokens, old.tokens).forEach((parts, i) => {
        const from = before[i];
        for (const part of parts) if (after[part]) this.slide(this.chips[part], from, after[part]);
      });
    }
  }

  slide(chip, from, to) {
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (!x && !y) return;
    this.animate(chip, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }]);
  }

  /* Two tokens glide into one: their ghosts travel, then the new one pops up. */
  join(ghosts, made, to) {
    ghosts.forEach(([chip, from], side) => {
      const x = to.left - from.left + (side ? to.width - from.width : 0);
      const target = `translate(${x}px, ${to.top - from.top}px)`;
      this.animate(chip, [
        { transform: "none", opacity: 1 },
        { transform: target, opacity: 1, offset: 0.55 },
        { transform: target, opacity: 0, offset: 0.75 },
        { transform: target, opacity: 0 },
      ]).onfinish = () => chip.remove();
    });
    this.animate(made, [
      { opacity: 0, transform: "scale(1)" },
      { opacity: 0, transform: "scale(1)", offset: 0.5 },
      { opacity: 1, transform: "scale(1.2)", offset: 0.75 },
      { opacity: 1, transform: "scale(1)" },
    ]);
  }

  animate(chip, frames) {
    const animation = chip.animate(frames, { duration: GLIDE, easing: "ease-out" });
    this.animations.push(animation);
    return animation;
  }

  /* End what still glides, so that the next step starts from rest. */
  stop() {
    for (const animation of this.animations) animation.cancel();
    this.animations = [];
    for (const ghost of this.holder.querySelectorAll(".ghost")) ghost.remove();
    return true;
  }
}

/* For each token after a merge, the places of the one or two tokens it was before. */
function align(before, after) {
  let i = 0;
  return after.map((token) => (before[i] === token ? [i++] : [i++, i++]));
}

function makeChip([exact, colour, drawn]) {
  const chip = element("span");
  chip.className = `token c${colour}`;
  chip.dataset.token = exact;
  for (const [kind, text] of drawn ?? [["text", exact]]) {
    chip.append(kind === "text" ? text : Object.assign(element("span", text), { className: kind }));
  }
  return chip;
}

function makeBar() {
  const bar = { root: element("li"), names: element("span"), fill: element("i"), value: element("span") };
  const track = element("span");
  bar.names.className = "pair";
  track.className = "track";
  bar.value.className = "value";
  track.append(bar.fill);
  bar.root.append(bar.names, track, bar.value);
  return bar;
}

function label(root, text) {
  for (const named of root.querySelectorAll("[data-text]")) {
    named.textContent = text[named.dataset.text];
  }
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function shortNumber(value) {
  return Number(value.toPrecision(3)).toString();
}
