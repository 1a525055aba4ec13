/* BPE on a page without a server: what the engine's `merging/loop.py` writes down, in the same order.
   A pair's id counts births, a cell holds one token of the alphabet, and a boundary is named by the
   cell behind it. Text is code points, never halves of them; a byte is the character of its number. */

import { Cutting } from "./cutting.js";
import { Judge } from "./judging.js";
import { Looks } from "./looks.js";

const LONGEST = 20_000; // characters
const MOST_MERGES = 2_000;
const BYTES = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));

export const SCHEMES = new Map([
  // As Python's str.split() cuts, and as Unicode's White_Space does.
  ["paper", { mark: "</w>", rule: "first", words: /[^\p{White_Space}\x1c-\x1f]+/gu }],
  ["huggingface", { mark: "", rule: "smallest-ids", words: /\P{White_Space}+/gu }],
  ["gpt", { mark: "", rule: "smallest-ids", words: gpt4(), bytes: true }],
]);

/* What the trainer refuses: `code` names a sentence, `values` stand in it. */
export class Refusal extends Error {
  constructor(code, values = {}) {
    super(code);
    Object.assign(this, { code, values });
  }
}

/* Return what `training` does. */
export function train(text, scheme, options) {
  const steps = training(text, scheme, options);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/* Yield the number of each merge, so that a page can do something else in between, and return the run
   that a player draws, all bets on it where they are asked for, and the tokens, the rank of each, and
   the merges by ids.
   looks: of tokens and words (looks.js). words, pairs: rows and bars of the player, at most. */
export function* training(text, name, options) {
  const { looks, maxMerges = MOST_MERGES, words = 30, pairs = 10, judges = false } = options;
  const scheme = checked(text, SCHEMES.get(name), name);
  const corpus = new Corpus(text, scheme);
  if (!corpus.words.length) throw new Refusal("no_words");
  const loop = new Loop(corpus, scheme.rule, Math.max(pairs, 1));
  while (loop.choose() && loop.merges.length < Math.min(maxMerges, MOST_MERGES)) yield loop.merge();
  const cutting = new Cutting(corpus, loop, new Looks(looks, scheme));
  const run = cutting.run(words, pairs);
  const learned = { tokens: loop.tokens, merges: loop.merges, ranks: cutting.ranks, scheme: name };
  if (!judges) return { run, bets: null, learned };
  const judge = new Judge(new Loop(corpus, scheme.rule, 1), run, cutting.numbers);
  return { run, bets: yield* judge.bets(), learned };
}

function checked(text, scheme, name) {
  if (!scheme) throw new Refusal("scheme", { given: String(name) });
  // No character has more than two halves: a megabyte is not even cut into them.
  if (text.length > 2 * LONGEST || [...text].length > LONGEST) {
    throw new Refusal("long_text", { most: LONGEST });
  }
  const half = scheme.bytes && text.match(/\p{Surrogate}/u);
  if (half) throw new Refusal("surrogate", { unit: half[0].charCodeAt() });
  return scheme;
}

/* The pattern of GPT-4 as pretokenizers.py has it. Its possessive quantifiers never give back what
   could match, so plain ones do; and "(?i:s)" is also U+017F. */
function gpt4() {
  const space = "\\p{White_Space}";
  const endings = "'(?:[sSſdDmMtT]|[lL]{2}|[vV][eE]|[rR][eE])";
  const runs = `[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^${space}\\p{L}\\p{N}]+[\\r\\n]*`;
  const spaces = `${space}*[\\r\\n]|${space}+(?!\\P{White_Space})|${space}+`;
  return new RegExp(`${endings}|${runs}|${spaces}`, "gu");
}

/* The distinct words in the order in which they were first seen, spelled out in one row of cells. */
class Corpus {
  constructor(text, { words, mark, bytes }) {
    const counts = new Map(); // no object: a word may be "__proto__"
    for (const [word] of text.matchAll(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
    Object.assign(this, { mark, words: [...counts.keys()], counts: [...counts.values()] });
    this.byCount = (a, b) => this.counts[b] - this.counts[a] || a - b;
    const end = mark ? [mark] : [];
    const spelled = this.words.map((word) => [...(bytes ? bytesOf(word) : word), ...end]);
    const units = [...new Set(bytes ? BYTES : spelled.flat())].filter((unit) => unit !== mark);
    this.alphabet = [...units.sort((a, b) => a.codePointAt() - b.codePointAt()), ...end];
    const ids = new Map(this.alphabet.map((token, id) => [token, id]));
    // An empty cell, id -1, stands before, between and after words.
    [this.ids, this.wordAt] = [[-1], [-1]];
    this.starts = spelled.map((tokens, word) => {
      const start = this.ids.length;
      for (const token of tokens) this.ids.push(ids.get(token));
      this.ids.push(-1);
      while (this.wordAt.length < this.ids.length) this.wordAt.push(word);
      return start;
    });
  }
}

/* The merge loop, and what it writes down. `at` has for each cell the id of the pair that meets before
   it, or less the step that merged it: the history of every word. There alone a pair is alive. */
class Loop {
  merges = []; // [left id, right id]
  changed = []; // for each merge the words that it changed, the most frequent first
  leaders = []; // for each step how many pairs tie, and [pair id, count] of the first ones
  pairs = []; // by id: the tokens' ids, the count, and the cells it was born at, ascending

  constructor(corpus, rule, shown) {
    Object.assign(this, { corpus, rule, shown });
    this.tokens = [...corpus.alphabet];
    this.lengths = this.tokens.map(() => 1); // in cells
    this.at = new Int32Array(corpus.ids.length);
    this.bear(-1, -1, []); // id 0 is no pair
    const born = new Map();
    for (const [cell, right] of corpus.ids.entries()) {
      const left = corpus.ids[cell - 1] ?? -1;
      if (left >= 0 && right >= 0) add(born, keyOf({ left, right }), cell);
    }
    for (const cells of born.values()) {
      this.bear(corpus.ids[cells[0] - 1], corpus.ids[cells[0]], cells);
    }
  }

  weight(cell) {
    return this.corpus.counts[this.corpus.wordAt[cell]];
  }

  /* Let a pair be born at some cells; it takes its count from an older one. */
  bear(left, right, cells, loser) {
    const count = cells.reduce((sum, cell) => sum + this.weight(cell), 0);
    const id = this.pairs.push({ left, right, count, cells }) - 1;
    for (const cell of cells) this.at[cell] = id;
    if (loser) loser.count -= count;
  }

  /* Find the pair merged next, 0 for none, and note which pairs lead, equal ones by birth. */
  choose() {
    const { pairs, shown } = this;
    const leading = [];
    let least = 1;
    // All are looked at: some 10,000 at most, of which few come so far as to be moved.
    for (let id = 1; id < pairs.length; id++) {
      const { count } = pairs[id];
      if (count < least) continue;
      let place = leading.length;
      while (place && leading[place - 1][1] < count) place--;
      leading.splice(place, 0, [id, count]);
      if (leading.length > shown) leading.pop();
      if (leading.length === shown) least = leading.at(-1)[1] + 1;
    }
    const best = leading[0]?.[1] ?? 0;
    this.settle(best);
    const others = leading.filter(([id]) => id !== this.next);
    if (best) others.unshift([this.next, best]);
    this.leaders.push({ tied: this.tied.length, leading: others.slice(0, shown) });
    return this.next;
  }

  /* Choose by the tie rule from the pairs that occur so often. */
  settle(best) {
    let lowest = Infinity;
    [this.next, this.tied] = [0, []];
    for (let id = 1; best && id < this.pairs.length; id++) {
      if (this.pairs[id].count !== best) continue;
      this.tied.push(id);
      const key = this.rule === "first" ? this.firstCell(id) : keyOf(this.pairs[id]);
      if (key < lowest) [this.next, lowest] = [id, key];
    }
  }

  firstCell(id) {
    const { cells } = this.pairs[id];
    while (this.at[cells[0]] !== id) cells.shift(); // merged or born anew: never alive again
    return cells[0];
  }

  /* Merge the next pair wherever it is alive, from the left; return the step this leads to. */
  merge() {
    const { at, lengths, pairs, next } = this;
    const { left, right, cells } = pairs[next];
    const made = this.tokens.push(this.tokens[left] + this.tokens[right]) - 1;
    const step = this.merges.push([left, right]);
    const [before, after, between, words] = [new Map(), new Map(), [], new Set()];
    let [lastEnd, met] = [-1, 0];
    for (const cell of cells) {
      // Of the two boundaries in "aaa" the second is now where the new token ends.
      if (at[cell] !== next || cell === lastEnd) continue;
      at[cell] = -step;
      words.add(this.corpus.wordAt[cell]);
      const [start, end] = [cell - lengths[left], cell + lengths[right]];
      if (start === lastEnd) {
        // Two new tokens meet only where right and left did, so this is one pair all along.
        met = at[start];
        after.get(met).pop();
        if (!after.get(met).length) after.delete(met);
        between.push(start);
      } else if (at[start]) add(before, at[start], start);
      if (at[end]) add(after, at[end], end);
      lastEnd = end;
    }
    for (const [id, cells] of before) this.bear(pairs[id].left, made, cells, pairs[id]);
    for (const [id, cells] of after) this.bear(made, pairs[id].right, cells, pairs[id]);
    if (between.length) this.bear(made, made, between, pairs[met]);
    pairs[next].count = 0;
    this.lengths.push(lengths[left] + lengths[right]);
    this.changed.push([...words].sort(this.corpus.byCount));
    return step;
  }
}

function add(groups, key, value) {
  if (!groups.get(key)?.push(value)) groups.set(key, [value]);
}

export function keyOf({ left, right }) {
  return left * 1_000_000 + right; // ids are below
}

export function bytesOf(word) {
  return [...new TextEncoder().encode(word)].map((byte) => BYTES[byte]);
}
