/* Elements, and tokens as every page draws them; part of each component that shows tokens.
   Text from a corpus or a reader goes through textContent. */

const instances = new WeakMap();

/* What draws in a place: made when the place is first drawn, and the same from then on. */
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

/* Hear the document for a place; what is then done is that of the last time it was drawn. */
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
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/* A number as all sentences have it. */
export function written(number) {
  return number.toLocaleString("en");
}

/* A mark and what it says, for the place where it is first seen. */
export function explainMark([mark, meaning]) {
  const line = element("span", "", "meaning");
  line.append(element("span", mark, "mark"), ` ${meaning}`);
  return line;
}

/* What `pieces` in ui/draw/tokens.py lists: [kind, text] each, kind "text" being the plain one. */
export function drawPieces(holder, drawn) {
  for (const [kind, text] of drawn) holder.append(kind === "text" ? text : element("span", text, kind));
  return holder;
}

/* The classes of a token by its place among the colours; a letter has none. */
export function lookOf(colour) {
  return colour === null ? "token" : `token c${colour}`;
}

/* A token: its exact form, its place among the colours, and what to draw if that differs. */
export function makeChip(exact, colour, drawn, meaning = "") {
  const chip = drawPieces(element("span", "", lookOf(colour)), drawn ?? [["text", exact]]);
  chip.dataset.token = exact;
  for (const mark of chip.querySelectorAll(".mark")) mark.title = meaning;
  return chip;
}
