/* Draws a lattice laid out by ui/unigram/drawing.py; all text goes through textContent. */

const UNIT = 108; // one character
const SIDE = 12;
const TOP = 44; // where the nodes stand
const BOX = 31;
const TALLER = 62; // of two lines: the piece above its probability, both larger
const GAP = 6; // between two lanes
const MANY = 7; // characters; of more the picture is drawn so small that it has boxes of two lines
const FLAT = 0.65; // where there is room for them: its height for each width
const LARGEST = 1.6; // times the size drawn
const LEGIBLE = 0.65; // of the size drawn: what is smaller is scrolled to

export default function ({ data, parentElement }) {
  const holder = parentElement.querySelector(".lattice");
  const source = JSON.stringify(data);
  if (holder.dataset.source === source) return;
  holder.dataset.source = source;
  holder.replaceChildren(scroller(data), legend(data));
}

function scroller(data) {
  const region = html("div", "scroll");
  region.tabIndex = 0;
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", data.label);
  region.append(picture(data));
  return region;
}

function picture(data) {
  const letters = data.letters.length;
  const width = 2 * SIDE + letters * UNIT;
  const heightOf = (size) => TOP + 12 + data.lanes * (size + GAP);
  const size = letters > MANY && heightOf(TALLER) <= FLAT * width ? TALLER : BOX;
  const height = heightOf(size);
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.classList.toggle("two-lines", size === TALLER);
  svg.setAttribute("aria-label", data.label);
  svg.setAttribute("preserveAspectRatio", "xMidYMin");
  svg.style.maxWidth = `${LARGEST * width}px`;
  svg.style.maxHeight = `${LARGEST * height}px`;
  svg.style.minWidth = `${LEGIBLE * width}px`;
  svg.style.minHeight = `${LEGIBLE * height}px`;
  const at = (place) => SIDE + place * UNIT;
  for (let place = 0; place <= letters; place++) {
    svg.append(make("line", { class: "node-line", x1: at(place), x2: at(place), y1: TOP, y2: height }));
  }
  svg.append(make("line", { class: "base", x1: at(0), x2: at(letters), y1: TOP, y2: TOP }));
  svg.append(route(data, at, size));
  data.letters.forEach((letter, place) => {
    const text = make("text", { class: "letter", x: at(place + 0.5), y: 28 });
    write(text, letter);
    svg.append(text);
  });
  const order = { gone: 0, other: 1, best: 2 };
  for (const edge of [...data.edges].sort((a, b) => order[a.state] - order[b.state])) {
    svg.append(box(edge, at, size));
  }
  for (let place = 0; place <= letters; place++) {
    svg.append(make("circle", { class: "node", cx: at(place), cy: TOP, r: 6 }));
  }
  return svg;
}

/* The best split as one line from the first node to the last, through its boxes. */
function route(data, at, size) {
  const steps = data.path.map((number) => data.edges[number]);
  const points = steps.flatMap((edge) => {
    const y = topOf(edge.lane, size) + size / 2;
    return [`${at(edge.start)} ${y}`, `${at(edge.end)} ${y}`];
  });
  const ends = [`${at(0)} ${TOP}`, ...points, `${at(data.letters.length)} ${TOP}`];
  return make("path", { class: "route", d: `M${ends.join("L")}` });
}

function topOf(lane, size) {
  return TOP + 12 + lane * (size + GAP);
}

function box(edge, at, size) {
  const group = make("g", { class: `token c${edge.colour} edge ${edge.state}` });
  group.classList.toggle("leaves", edge.leaves);
  if (edge.state !== "gone") group.dataset.token = edge.piece;
  group.dataset.state = edge.state;
  group.dataset.share = edge.share;
  const title = make("title", {});
  title.textContent = edge.title;
  const [x, y] = [at(edge.start) + 6, topOf(edge.lane, size)];
  const width = (edge.end - edge.start) * UNIT - 12;
  const shape = { x, y, width, height: size, rx: 8 };
  const text = make("text", { x: x + width / 2, y: y + (size === TALLER ? 24 : 20) });
  const name = make("tspan", { class: "name" });
  write(name, edge.drawn);
  const second = { x: x + width / 2, dy: 27 };
  const chance = make("tspan", { class: "chance", ...(size === TALLER ? second : { dx: 5 }) });
  chance.textContent = edge.chance;
  text.append(name, chance);
  const bar = { x: x + 8, y: y + size - 6, height: 4, rx: 2 };
  group.append(
    title,
    make("rect", { class: "ground", ...shape }),
    make("rect", { class: "tint", ...shape }),
    text,
    make("rect", { class: "track", ...bar, width: width - 16 }),
    make("rect", { class: "share", ...bar, width: edge.share * (width - 16) }),
  );
  if (edge.leaves) {
    const corner = [x + width - 2, y + 1];
    const sign = make("text", { class: "sign", x: corner[0], y: corner[1] + 6 });
    sign.textContent = "×";
    group.append(make("circle", { class: "badge", cx: corner[0], cy: corner[1], r: 10 }), sign);
  }
  return group;
}

function legend(data) {
  const line = html("p", "legend");
  for (const [name, text] of data.legend) {
    const entry = html("span", "entry");
    const swatch = html("i", `swatch ${name}`);
    swatch.setAttribute("aria-hidden", "true");
    entry.append(swatch, text);
    line.append(entry);
  }
  if (data.note) line.append(Object.assign(html("span", "entry"), { textContent: data.note }));
  return line;
}

function write(text, drawn) {
  for (const [kind, part] of drawn) {
    const span = make("tspan", { class: kind });
    span.textContent = part;
    text.append(span);
  }
}

function make(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function html(name, className) {
  return Object.assign(document.createElement(name), { className });
}
