/* How a token is named, coloured and drawn without a server: as in `exact`, `colour` and `pieces`
   (tokens.py, notebook.py), with the settings of `looks` (page.py). */

const MAX_NAME_CHARS = 32; // characters
const NAMED_COLUMNS = 20;
const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60]/u;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/u;

export class Looks {
  /* names: of invisible characters. mark: the boundary mark; bytes: whether tokens are bytes. */
  constructor({ names, colours, unknown, longest }, { mark = "", bytes = false }) {
    Object.assign(this, { names: new Map(names), colours, unknown, longest, mark, bytes });
  }

  /* A row of a run's `tokens`: name, colour, and drawn form if that is not the name. rank: of the merge
     that first made it; a letter has none. */
  row(token, rank) {
    const [name, drawn] = [this.exact(token), this.pieces(this.beginning(token))];
    const isName = drawn.length === 1 && drawn[0][0] === "text" && drawn[0][1] === name;
    return [name, this.colour(token, rank), ...(isName ? [] : [drawn])];
  }

  exact(token) {
    if (!this.bytes) return token;
    return decoded(token) ?? [...token].map((byte) => `\\x${hex(byte, 2).toLowerCase()}`).join("");
  }

  colour(token, rank) {
    if (rank !== undefined) return rank % this.colours;
    return this.unknown.includes(token) ? this.colours : null;
  }

  /* The drawn form of a long token: its first characters, or bytes, without cutting a character. */
  beginning(token) {
    const units = [...token];
    if (units.length <= this.longest) return token;
    const isInside = (unit) => this.bytes && (unit.charCodeAt() & 0xc0) === 0x80;
    let end = this.longest;
    while (end && isInside(units[end])) end--;
    return units.slice(0, end).join("") + (this.bytes ? "\xe2\x80\xa6" : "…");
  }

  pieces(token) {
    if (this.bytes) return this.glyphs(characters(token));
    if (!this.mark || !token.endsWith(this.mark)) return this.glyphs([...token]);
    return [...this.glyphs([...token.slice(0, -this.mark.length)]), ["mark", this.mark]];
  }

  /* A word as a row's name: visible characters, at most one line. */
  short(word, longest = MAX_NAME_CHARS) {
    const characters = [...word];
    const shown = this.glyphs(characters.slice(0, longest)).map(([kind, text]) =>
      kind === "text" || text.length === 1 ? text : `⟨${text}⟩`,
    );
    return shown.join("") + (characters.length > longest ? "…" : "");
  }

  /* A word shortened for a sentence; a Chinese character is as wide as two letters. */
  named(word) {
    let columns = NAMED_COLUMNS;
    const characters = [...word];
    const end = characters.findIndex((character) => (columns -= 1 + WIDE.test(character)) < 0);
    return this.short(word, end < 0 ? characters.length : end);
  }

  /* Runs of plain text, and signs for invisible characters; an invalid byte is a number. */
  glyphs(characters) {
    const drawn = [];
    for (const [place, character] of characters.entries()) {
      const name = this.nameOf(character);
      // A combining mark at the beginning would attach to the text before it.
      const text = place === 0 && /^\p{M}/u.test(character) ? `◌${character}` : character;
      if (typeof character === "number") drawn.push(["byte", hex(character, 2)]);
      else if (name) drawn.push([name.length > 1 ? "glyph" : "blank", name]);
      else if (drawn.at(-1)?.[0] === "text") drawn.at(-1)[1] += text;
      else drawn.push(["text", text]);
    }
    return drawn;
  }

  nameOf(character) {
    if (!this.names.has(character)) {
      this.names.set(character, UNSEEN.test(character) ? `U+${hex(character, 4)}` : "");
    }
    return this.names.get(character);
  }
}

/* The characters of bytes; a byte that is not part of one stays a number. */
function characters(token) {
  const text = decoded(token);
  if (text !== null) return [...text];
  const found = [];
  for (let at = 0; at < token.length; at++) {
    const lead = token.charCodeAt(at);
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const character = decoded(token.slice(at, at + size));
    found.push(character ?? lead);
    if (character) at += size - 1;
  }
  return found;
}

/* The text that bytes spell, or null. */
function decoded(token) {
  try {
    return UTF8.decode(Uint8Array.from(token, (byte) => byte.charCodeAt()));
  } catch {
    return null;
  }
}

/* The number of a character, or a byte, with at least this many digits. */
function hex(character, digits) {
  const number = typeof character === "number" ? character : character.codePointAt();
  return number.toString(16).toUpperCase().padStart(digits, "0");
}
