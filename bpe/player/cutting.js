/* The run that a player draws, cut from the log of `Loop` (trainer.js): equal, field by field, to the
   result of `training_run` (payload.py). */

const ROOM = 60; // tokens in the window of a long word
const GAP = -1; // marker for omitted tokens
const NAMED = 3; // words named in a sentence
const EXAMPLES = 3; // example words per merge without a row, each of at most
const EXAMPLE_LENGTH = 24; // characters

const SHORTEST_LINE = 5; // average number of characters of a word
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/gu;

export class Cutting {
  constructor(corpus, loop, looks) {
    Object.assign(this, { corpus, loop, looks, numbers: new Map() });
    this.last = loop.merges.length;
    const made = loop.tokens.slice(corpus.alphabet.length).map((token, rank) => [token, rank]);
    this.ranks = new Map(made.reverse()); // rank of the merge that first made a token
  }

  run(words, pairs, room = ROOM) {
    const { corpus, loop } = this;
    const shown = [...corpus.words.keys()].sort(corpus.byCount).slice(0, words);
    Object.assign(this, { shown, room });
    const rows = shown.map((word) => this.row(word));
    const made = (rank) => corpus.alphabet.length + rank;
    const merges = loop.merges.map((pair, rank) => this.numbered([...pair, made(rank)]));
    const examples = this.examples(new Set(shown), NAMED + Math.max(words, 1));
    const leaders = this.leaders();
    return {
      steps: this.last,
      scored: false,
      bars: pairs,
      words: rows,
      examples,
      merges,
      forced: [...loop.passed.keys()],
      ...leaders,
      sums: loop.changed.map((words, step) => this.sum(words, step)),
      unit: this.looks.bytes ? "bytes" : "characters",
      vocabulary: Array.from({ length: this.last + 1 }, (_, step) => made(step)),
      facts: this.facts(),
      tokens: [...this.numbers.keys()].map((token) => this.looks.row(token, this.ranks.get(token))),
    };
  }

  /* Pairs by number, and for each step: number of tied pairs, number of these shown, the largest count,
     then each leader's number and count. At the last step nothing is merged, so nothing ties. `before`
     has for each leader that the last merge changed its index, and its count before; `ids` has the IDs of
     each pair's tokens, if they decide ties. */
  leaders() {
    const { leaders, shown } = this.loop;
    const numbers = new Map();
    const rows = leaders.map(({ tied, leading }, step) => {
      const ties = step < this.last ? tied : 0;
      const named = leading.flatMap(([id, count]) => [numberOf(numbers, id), count]);
      const largest = Math.max(0, ...leading.map(([, count]) => count));
      return [ties, Math.min(ties, shown), largest, ...named];
    });
    const before = leaders.map(({ leading }) =>
      leading.flatMap(([, count, earlier], place) => (count === earlier ? [] : [place, earlier])),
    );
    const pairs = [...numbers.keys()].map((id) => this.loop.pairs[id]);
    const ids = this.loop.rule === "smallest-ids" ? { ids: pairs.map(({ left, right }) => [left, right]) } : {};
    return { pairs: pairs.map(({ left, right }) => this.numbered([left, right])), ...ids, leaders: rows, before };
  }

  /* Further facts for captions: the words that each merge changed, and the reason for stopping. */
  facts() {
    const { loop, corpus } = this;
    const numbers = new Map();
    const named = loop.changed.map((words) => {
      const first = words.slice(0, words.length > NAMED + 1 ? NAMED : undefined);
      return [words.length, ...first.map((word) => numberOf(numbers, corpus.words[word]))];
    });
    const { left, right, count } = loop.pairs[loop.next];
    const next = loop.next ? [...this.numbered([left, right]), count] : null;
    const forced = loop.passed.map((id, step) => {
      const times = loop.leaders[step].leading[0][1];
      return [this.numbered([loop.pairs[id].left, loop.pairs[id].right]), times, null];
    });
    return {
      rule: loop.rule,
      known: corpus.words.length,
      lines: areLines(corpus),
      size: loop.tokens.length,
      stop: loop.next ? "max_merges" : "no_pairs",
      next,
      forced: { ...forced },
      named,
      names: [...numbers.keys()].map((word) => this.looks.named(word)),
    };
  }

  /* The replacements of a merge in each of the words that its sentence names. Empty if there is only
     one, or if pairs overlapped: those were counted, but not all merged. */
  sum(words, step) {
    const times = words.map((word) => this.cut(word, step).joined.length * this.corpus.counts[word]);
    const [[, count]] = this.loop.leaders[step].leading;
    const isWhole = times.reduce((all, each) => all + each, 0) === count;
    return words.length > 1 && isWhole ? times.slice(0, words.length > NAMED + 1 ? NAMED : undefined) : [];
  }

  numbered(ids) {
    return ids.map((id) => numberOf(this.numbers, this.loop.tokens[id]));
  }

  /* A word's token IDs at a step, and the places of the left tokens merged next. */
  cut(word, step) {
    const [ids, joined] = [[], []];
    let latest = 0;
    for (let cell = this.corpus.starts[word]; this.corpus.ids[cell] >= 0; cell++) {
      const erased = this.loop.at[cell] < 0 ? -this.loop.at[cell] : Infinity;
      if (erased > step) {
        if (erased === step + 1) joined.push(ids.length - 1);
        ids.push(this.corpus.ids[cell]);
        latest = 0;
      } else if (erased > latest) {
        ids[ids.length - 1] = this.corpus.alphabet.length + erased - 1;
        latest = erased;
      }
    }
    return { ids, joined };
  }

  /* The steps that change a word. */
  changes(word) {
    const start = this.corpus.starts[word];
    const own = this.loop.at.subarray(start, this.corpus.ids.indexOf(-1, start));
    return [...new Set(own)].filter((at) => at < 0).map((at) => -at).sort((a, b) => a - b);
  }

  /* A word with all of its splits. For a long one a window is drawn, and only its tokens count. */
  row(word) {
    const { words, counts } = this.corpus;
    const changes = this.changes(word);
    const [splits, windows] = [[], []];
    let window = { first: 0, joined: [], coming: [] };
    let size = 0;
    for (const [n, step] of [0, ...changes].entries()) {
      const { ids, joined } = this.cut(word, (changes[n] ?? this.last + 1) - 1);
      const before = window;
      window = windowAfter(before, ids.length, joined, this.room);
      const [first, end] = [window.first, window.first + this.room];
      const tokens = this.numbered(ids.slice(first, end));
      if (first) tokens.unshift(GAP);
      if (end < ids.length) tokens.push(GAP);
      splits.push([step, tokens, before.coming]);
      windows.push([window.moved, window.made]);
      size ||= ids.length;
    }
    const row = { text: this.looks.short(words[word]), count: counts[word], splits };
    if (size <= this.room) return row;
    return { ...row, cut: size, name: this.looks.short(words[word], 8), windows };
  }

  /* For each merge a few changed words that have no row. */
  examples(rowed, most) {
    const { words, counts } = this.corpus;
    const numbers = new Map();
    const isFresh = (word) => !rowed.has(word) && [...words[word]].length <= EXAMPLE_LENGTH;
    const splits = this.loop.changed.map((changed, step) =>
      changed.slice(0, most).filter(isFresh).slice(0, EXAMPLES).map((word) => {
        const { ids, joined } = this.cut(word, step);
        const after = this.cut(word, step + 1).ids;
        return [numberOf(numbers, word), this.numbered(ids), this.numbered(after), joined];
      }),
    );
    const named = [...numbers.keys()].map((word) => [this.looks.short(words[word]), counts[word]]);
    return { words: named, splits };
  }
}

/* The window on a word of this many tokens, around the first of the places merged next (joined), after
   the previous window. Places in it include the gap before it: those merged next, and those just made. */
function windowAfter(before, size, joined, room) {
  const made = before.joined.map((left, n) => left - n);
  const first = Math.max(Math.min((joined[0] ?? made[0] ?? 0) - room / 2, size - room), 0);
  const end = Math.min(first + room, size);
  const gone = made.filter((left) => left < first).length;
  const moved = first - before.first + Number(before.first > 0) + gone;
  const seen = (places, end) =>
    places.filter((at) => first <= at && at < end).map((at) => at - first + Number(first > 0));
  return { first, joined, moved, coming: seen(joined, end - 1), made: seen(made, end) };
}

/* Whether words are lines of a script without spaces, as in `length_of_lines` of granularity.py. */
function areLines({ words, counts }) {
  const sum = (size) => words.reduce((all, word, i) => all + counts[i] * size(word), 0);
  const characters = sum((word) => [...word].length);
  const unspaced = sum((word) => word.match(UNSPACED)?.length ?? 0);
  return characters >= SHORTEST_LINE * sum(() => 1) && 2 * unspaced > characters;
}

function numberOf(numbers, key) {
  if (!numbers.has(key)) numbers.set(key, numbers.size);
  return numbers.get(key);
}

