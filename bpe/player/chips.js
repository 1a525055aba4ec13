/* Elements, and tokens as every page draws them; part of each component that shows tokens.
   Text from a corpus or a reader goes through textContent. */

const instances = new WeakMap();

/* Return the object that draws in a place: created when the place is first drawn, and reused after that. */
export function instanceIn(place, make) {
  if (!instances.has(place)) instances.set(place, make(place));
  return instances.get(place);
}

/* The cleanup of a component. It can also belong to a render that was only replaced. */
export function whenGone(place, leave = () => {}) {
  return () =>
    setTimeout(() => {
      if ((place.host ?? place).isConnected) return;
      leave();
      instances.delete(place);
    });
}

/* Listen to the document for a place; the listener is that of the last drawing. */
export function hearFor(place, type, does) {
  const heard = instanceIn(place, () => ({ ended: new AbortController() }));
  if (!heard.does) document.addEventListener(type, (event) => heard.does(event), heard.ended);
  heard.does = does;
  return whenGone(place, () => heard.ended.abort());
}

export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/* A part of a drawing. */
export function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/* A sentence with its {names} filled in. */
export function fill(template, values) {
  return parts(template, values).join("");
}

/* The texts of a sentence and its values in order, which may be elements; numbers are formatted. */
export function parts(template, values) {
  const cut = formOf(template, values).split(/\{(\w+)(?::,)?\}/);
  return cut.map((piece, i) => {
    const value = i % 2 ? values[piece] : piece;
    return typeof value === "number" ? written(value) : value;
  });
}

/* The form of a sentence for the numbers in it: see plurals.py. */
function formOf(sentence, values) {
  if (typeof sentence === "string") return sentence;
  const { sentence: whole, ...numbers } = sentence;
  const rules = new Intl.PluralRules(document.documentElement.lang || undefined);
  const phrase = (name) => numbers[name][rules.select(values[name])] ?? numbers[name].other;
  if (!whole) return phrase(Object.keys(numbers)[0]);
  return whole.replace(/\{(\w+)\}/g, (said, name) => (name in numbers ? phrase(name) : said));
}

/* A number formatted as in all sentences. */
export function written(number, digits = {}) {
  return number.toLocaleString("en", digits);
}

/* A mark and its meaning, for its first occurrence on a screen. */
export function explainMark([mark, meaning]) {
  const line = element("span", "", "meaning");
  line.append(element("span", mark, "mark"), ` ${meaning}`);
  return line;
}

/* Draw the result of `pieces` (tokens.py): [kind, text] each, with plain text of kind "text". */
export function drawPieces(holder, drawn) {
  for (const [kind, text] of drawn) holder.append(kind === "text" ? text : element("span", text, kind));
  return holder;
}

/* The classes of a token by its colour index; a letter has none. */
export function lookOf(colour) {
  return colour === null ? "token" : `token c${colour}`;
}

/* A token: its exact form, its colour index, and its drawn form if that differs. */
export function makeChip(exact, colour, drawn, meaning = "") {
  const chip = drawPieces(element("span", "", lookOf(colour)), drawn ?? [["text", exact]]);
  chip.dataset.token = exact;
  for (const mark of chip.querySelectorAll(".mark")) mark.title = meaning;
  return chip;
}
