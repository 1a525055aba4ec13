/* All bets on a run, for each pair visible at a step: the result of `merge_bets` (bets.py), judged as by
   `judge` (prediction.py). */

const RULES = ["first", "largest", "smallest", "smallest-ids", "shortest"];
const VERDICTS = ["right", "tied", "lower"];
const BASE = 1_000_000; // numbers are smaller

/* Plays a run once more, with a loop at its beginning. numbers: token -> its index in the run. */
export class Judge {
  constructor(loop, run, numbers) {
    Object.assign(this, { loop, run, numbers, spelled: new Map(), born: new Map(), known: 1 });
  }

  /* Yield the number of each merge, and return the bets. */
  *bets() {
    const { loop, run } = this;
    const [coming, said, places, pairs] = [[], [], new Map(), new Map()];
    for (let step = 0; step < run.steps; step++) {
      loop.choose();
      this.look();
      const winner = loop.pairs[loop.next];
      coming.push([...this.numbered(winner), winner.count, null, loop.tied.length]);
      for (const pair of new Set(this.seen(step))) {
        const row = this.judged(pair);
        const named = JSON.stringify(row);
        if (!places.has(named)) places.set(named, said.push(row) - 1);
        const at = places.get(named);
        const rows = pairs.get(pair) ?? [];
        if (rows.at(-1) !== at) pairs.set(pair, [...rows, step, at]);
      }
      yield loop.merge();
    }
    const listed = [...pairs].map(([pair, rows]) => [Math.floor(pair / BASE), pair % BASE, ...rows]);
    return { start: 0, stop: run.steps, rule: loop.rule, least: 1, coming, said, pairs: listed };
  }

  numbered({ left, right }) {
    return [left, right].map((id) => this.numbers.get(this.loop.tokens[id]));
  }

  nameOf(pair) {
    const [left, right] = this.numbered(pair);
    return left * BASE + right;
  }

  /* Yield the visible adjacent pairs at a step, some more than once. */
  *seen(step) {
    const { words, examples } = this.run;
    const shown = words.map(({ splits }) => splits.findLast(([begun]) => begun <= step)[1]);
    for (const row of examples.splits[step - 1] ?? []) shown.push(row[2]);
    for (const row of examples.splits[step]) shown.push(row[1]);
    for (const tokens of shown) {
      for (let at = 1; at < tokens.length; at++) {
        if (tokens[at - 1] >= 0 && tokens[at] >= 0) yield tokens[at - 1] * BASE + tokens[at];
      }
    }
  }

  /* Record new pairs by their text, and the result for the next pair. */
  look() {
    const { pairs, next } = this.loop;
    for (; this.known < pairs.length; this.known++) {
      const name = this.nameOf(pairs[this.known]);
      this.born.set(name, [...(this.born.get(name) ?? []), this.known]);
    }
    this.chosen = null;
    this.best = { words: this.wordsOf(next), length: this.lengthOf(next) };
  }

  /* Verdict, count, scores, rules, forbidding rule, slip; among pairs with equal text the best one's. */
  judged(pair) {
    const { pairs, next } = this.loop;
    const alike = (this.born.get(pair) ?? []).filter((id) => pairs[id].count);
    const verdict = (id) => (id === next ? 0 : pairs[id].count === pairs[next].count ? 1 : 2);
    const [best] = alike.sort(
      (a, b) => verdict(a) - verdict(b) || pairs[b].count - pairs[a].count || byIds(pairs[a], pairs[b]),
    );
    const said = VERDICTS[verdict(best)];
    const rules = said === "tied" ? RULES.filter((rule) => this.choice(rule) === pair) : [];
    return [said, pairs[best].count, null, rules, null, said === "lower" ? this.slip(best) : null];
  }

  slip(id) {
    if (this.wordsOf(id) > this.best.words) return "words";
    return this.lengthOf(id) > this.best.length ? "longer" : null;
  }

  wordsOf(id) {
    const { at, pairs, corpus } = this.loop;
    return new Set(pairs[id].cells.filter((cell) => at[cell] === id).map((cell) => corpus.wordAt[cell])).size;
  }

  /* The visible length of the token that a pair makes: without the mark. */
  lengthOf(id) {
    const { tokens, pairs, corpus } = this.loop;
    const { mark } = corpus;
    let token = tokens[pairs[id].left] + tokens[pairs[id].right];
    if (mark && token.startsWith(mark)) token = token.slice(mark.length);
    if (mark && token.endsWith(mark)) token = token.slice(0, -mark.length);
    return [...token].length;
  }

  /* The pair that a rule would choose among the tied ones. */
  choice(rule) {
    this.chosen ??= new Map(
      RULES.map((each) => [each, this.nameOf(this.loop.pairs[this.loop.tied.reduce(this.better(each))])]),
    );
    return this.chosen.get(rule);
  }

  better(rule) {
    const { loop } = this;
    const pair = (id) => loop.pairs[id];
    const [left, right] = [(id) => this.spell(pair(id).left), (id) => this.spell(pair(id).right)];
    const both = (id) => left(id) + right(id);
    const orders = {
      first: (a, b) => loop.firstCell(a) - loop.firstCell(b),
      largest: (a, b) => order(left(b), left(a)) || order(right(b), right(a)),
      smallest: (a, b) => order(left(a), left(b)) || order(right(a), right(b)),
      "smallest-ids": () => 0,
      shortest: (a, b) => both(a).length - both(b).length || order(both(a), both(b)),
    };
    return (a, b) => ((orders[rule](a, b) || byIds(pair(a), pair(b))) <= 0 ? a : b);
  }

  /* Encode a token so that strings sort as its code points do: two units per character. */
  spell(id) {
    if (!this.spelled.has(id)) {
      const units = [...this.loop.tokens[id]].map((character) => character.codePointAt());
      this.spelled.set(id, units.map((unit) => String.fromCharCode(unit >> 16, unit & 0xffff)).join(""));
    }
    return this.spelled.get(id);
  }
}

function order(a, b) {
  return a < b ? -1 : Number(a > b);
}

function byIds(one, other) {
  return one.left - other.left || one.right - other.right;
}
