/* A picture of the player for a slide: an SVG whose text is text, in the page's theme. It is read from
   the player's elements, so it has the same content, and no hidden answer. */

import { element, svg } from "./chips.js";

const PICTURE_WIDTH = 1600;
const PAD = 48;
const [LETTERS, SMALL] = [30, 20]; // of letters
const [CHIP, LINE, APART] = [46, 58, 8];
const INSET = 12; // of the text of a chip
const SIDE_WIDTH = 500; // of the pairs
const MAX_ROWS = 10;
const MAX_PAIRS = 8;
const MAX_LEARNED = 24;
const MAX_ADDRESS_CHARS = 120;
const SANS = "Helvetica, Arial, sans-serif";
const MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"; // LibreOffice uses the first one or none
const PNG_SCALE = 2;

/* The texts of a chip: an id is apart and small. A link may leave it out. */
function textsOf(chip) {
  return [...chip.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE || getComputedStyle(node).display !== "none")
    .map((node) =>
      node.className === "id" ? { node, text: ` ${node.textContent}`, small: SMALL } : { node, text: node.textContent });
}

/* The visible text of a sentence, with the quotes that CSS draws around words. */
function visibleText(node, quotes) {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!node.checkVisibility()) return "";
  const text = [...node.childNodes].map((each) => visibleText(each, quotes)).join("");
  return node.localName === "q" ? quotes.replace(" ", () => text) : text;
}

class Picture {
  constructor(root) {
    this.root = svg("svg", { xmlns: "http://www.w3.org/2000/svg", width: PICTURE_WIDTH });
    this.pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const coloured = (selector) => this.opaque(getComputedStyle(root.querySelector(selector)).backgroundColor);
    this.ground = coloured("dialog");
    this.ink = this.opaque(getComputedStyle(root).color);
    this.accent = coloured("button.main");
    this.edge = this.opaque("#808080");
    this.y = PAD;
  }

  /* Convert a colour for other programs: only browsers support oklch() and transparency. */
  opaque(colour, ground = this.ground ?? "#ffffff") {
    for (const each of [ground, colour]) {
      this.pen.fillStyle = each;
      this.pen.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = this.pen.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
  }

  widthOf(text, size, font = SANS, weight = 400) {
    this.pen.font = `${weight} ${size}px ${font}`;
    return this.pen.measureText(text).width;
  }

  shape(name, attributes) {
    this.root.append(svg(name, attributes));
  }

  /* `text` is a string, or [text, colour, size] each; the size only where it differs. */
  text(text, x, y, { size = LETTERS, font = SANS, weight = 400, anchor = "start", colour = this.ink } = {}) {
    const drawn = svg("text", {
      x, y, fill: colour, "font-size": size, "font-family": font, "font-weight": weight, "text-anchor": anchor,
      "xml:space": "preserve", style: "white-space: pre; unicode-bidi: isolate",
    });
    for (const [part, fill, small] of Array.isArray(text) ? text : [[text, colour]]) {
      const span = svg("tspan", { ...(fill === colour ? {} : { fill }), ...(small ? { "font-size": small } : {}) });
      span.textContent = part.toWellFormed().replace(/[\x00-\x1f\x7f\ufffe\uffff]/g, "\ufffd");
      drawn.append(span);
    }
    this.root.append(drawn);
  }

  /* Draw a sentence in lines of a given width; a language without spaces breaks anywhere. */
  paragraph(sentence, width) {
    let line = "";
    const write = () => {
      this.y += LETTERS * 1.35;
      this.text(line.trim(), PAD, this.y);
      line = "";
    };
    for (const piece of sentence.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
      if (line && this.widthOf(line + piece.trimEnd(), LETTERS) > width) write();
      line += piece;
    }
    if (line.trim()) write();
  }

  chipWidth(chip) {
    if (!chip.matches(".token")) return this.widthOf(chip.textContent, SMALL) + 8;
    return textsOf(chip).reduce((sum, { text, small }) => sum + this.widthOf(text, small ?? LETTERS, MONO), 2 * INSET);
  }

  /* Draw a token, or the sign between tokens, with its upper left corner at a place. */
  chip(chip, x, y) {
    const width = this.chipWidth(chip);
    if (!chip.matches(".token")) {
      this.text(chip.textContent, x + width / 2, y + CHIP / 2 + 7, { anchor: "middle", size: SMALL });
      return;
    }
    const { backgroundColor, borderTopColor, borderTopStyle, color } = getComputedStyle(chip);
    const ground = this.opaque(backgroundColor);
    const isNext = chip.matches(".next-left, .next-right");
    this.shape("rect", {
      x, y, width, height: CHIP, rx: 8, fill: ground,
      stroke: isNext ? this.accent : this.opaque(borderTopColor === "rgba(0, 0, 0, 0)" ? this.edge : borderTopColor),
      "stroke-width": isNext ? 5 : 1.5,
      ...(borderTopStyle === "dashed" ? { "stroke-dasharray": "6 4" } : {}),
    });
    if (chip.matches(".fresh")) this.shape("rect", { x: x + 10, y: y + CHIP - 8, width: width - 20, height: 3, fill: this.ink });
    const colour = this.opaque(color, ground);
    const parts = textsOf(chip).map(({ node, text, small }) => [
      text,
      node.nodeType === Node.TEXT_NODE ? colour : this.opaque(getComputedStyle(node).color, ground),
      small,
    ]);
    // LibreOffice centres each part on its own.
    const [from, anchor] = parts.length > 1 ? [INSET, "start"] : [width / 2, "middle"];
    this.text(parts, x + from, y + CHIP / 2 + LETTERS * 0.34, { anchor, font: MONO, colour });
  }

  /* Draw chips from a place on, in as many lines as needed; return the height. */
  chips(chips, left, top, right) {
    let [x, y] = [left, top];
    for (const chip of chips) {
      const width = this.chipWidth(chip);
      if (x > left && x + width > right) [x, y] = [left, y + CHIP + APART];
      this.chip(chip, x, y);
      x += width + APART;
    }
    return y + CHIP - top;
  }

  words(run, right) {
    const rows = [...run.querySelectorAll(".words tbody tr:not(.heading)")];
    const nameOf = (row) => row.querySelector(".name").textContent;
    const countOf = (row) => row.querySelector(".count")?.textContent ?? "";
    const shown = rows.slice(0, MAX_ROWS);
    const named = Math.min(Math.max(0, ...shown.map((row) => this.widthOf(nameOf(row), LETTERS))), 360);
    const counted = Math.max(0, ...shown.map((row) => this.widthOf(countOf(row), SMALL)));
    const left = PAD + named + counted + 48;
    for (const row of shown) {
      this.text(nameOf(row), PAD, this.y + CHIP / 2 + 10);
      this.text(countOf(row), left - 24, this.y + CHIP / 2 + 8, { size: SMALL, anchor: "end" });
      for (const line of row.querySelectorAll(":not(.line[hidden]) > .tokens")) { // of two runs, one per run
        const whose = line.parentElement.querySelector(".whose")?.textContent ?? "";
        const from = left + (whose ? this.widthOf(whose, SMALL) + 16 : 0);
        this.text(whose, left, this.y + CHIP / 2 + 8, { size: SMALL });
        const chips = line.querySelectorAll(":scope > :is(.token:not(.ghost), .gap, .rank, .cover, .end)");
        this.y += this.chips(chips, from, this.y, right) + LINE - CHIP;
      }
    }
    if (rows.length > MAX_ROWS) {
      this.text(`… +${rows.length - MAX_ROWS}`, PAD, this.y + LETTERS, { size: SMALL });
      this.y += LETTERS + APART;
    }
  }

  /* The leading pairs; the next one has the colour of its rings. */
  pairs(run, left) {
    const bars = [...run.querySelectorAll(".bars li:not([hidden])")]
      .filter((bar) => bar.querySelector(".pair .token") && !bar.matches(".covered"))
      .slice(0, MAX_PAIRS);
    if (!bars.length) return;
    this.text(run.querySelector(".leaders .label").textContent, left, this.y + 8, { size: SMALL, weight: 700 });
    this.y += 28;
    const tokensOf = (bar) => [...bar.querySelectorAll(".pair .token")];
    const widthOf = (bar) => tokensOf(bar).reduce((sum, chip) => sum + this.chipWidth(chip) + APART, 0);
    const from = left + Math.min(Math.max(...bars.map(widthOf)), SIDE_WIDTH - 180) + 8;
    const most = PICTURE_WIDTH - PAD - from - Math.max(...bars.map((bar) => this.widthOf(bar.querySelector(".value").textContent, LETTERS))) - 16;
    for (const bar of bars) {
      const isNext = bar.matches(".next");
      const [, share] = /scaleX\(([\d.e-]+)\)/.exec(bar.querySelector(".track i:not(.old)").style.transform) ?? [0, 0];
      this.chips(tokensOf(bar), left, this.y, PICTURE_WIDTH);
      this.shape("rect", { x: from, y: this.y + 14, width: Math.max(most * share, 0), height: 18, rx: 4, fill: isNext ? this.accent : this.edge });
      this.text(bar.querySelector(".value").textContent, PICTURE_WIDTH - PAD, this.y + CHIP / 2 + 10, { anchor: "end", weight: isNext ? 700 : 400 });
      this.y += LINE;
    }
  }

  /* The last learned tokens: the player omits those without room. */
  learned(view, step) {
    const now = view.at(step);
    const holder = element("div");
    holder.hidden = true;
    holder.append(...view.run.merges.slice(Math.max(now - MAX_LEARNED, 0), now).map(([, , made]) => view.chip(made)));
    if (!now) return;
    view.root.append(holder); // a token has its colours only while it is drawn
    this.y += 24;
    this.text(view.part(".learned .label").textContent, PAD, this.y, { size: SMALL, weight: 700 });
    this.y += 14;
    this.y += this.chips(holder.children, PAD, this.y, PICTURE_WIDTH - PAD);
    holder.remove();
  }

  run(view, step, onlyWords) {
    const run = view.root;
    const title = run.querySelector(".title").textContent;
    if (title) this.text(title, PAD, (this.y += LETTERS + 16), { weight: 700 });
    const isLeftOut = run.closest('[data-without~="pairs"]');
    const hasPairs = !onlyWords && !isLeftOut && !run.querySelector(".side").hidden;
    if (!onlyWords) this.paragraph(visibleText(view.saying, view.text.quotes), PICTURE_WIDTH - 2 * PAD);
    const top = (this.y += 32);
    this.words(run, PICTURE_WIDTH - PAD - (hasPairs ? SIDE_WIDTH + 40 : 0));
    const bottom = this.y;
    if (!hasPairs) return;
    this.y = top;
    this.pairs(run, PICTURE_WIDTH - PAD - SIDE_WIDTH);
    this.y = Math.max(this.y, bottom);
    this.learned(view, step);
  }

  /* In small type: text, scheme and step. */
  finish(source) {
    this.text(source, PAD, (this.y += 48), { size: SMALL });
    const height = Math.ceil(this.y + PAD - SMALL);
    this.root.setAttribute("height", height);
    this.root.setAttribute("viewBox", `0 0 ${PICTURE_WIDTH} ${height}`);
    this.root.prepend(svg("rect", { width: PICTURE_WIDTH, height, fill: this.ground }));
    return { text: new XMLSerializer().serializeToString(this.root), width: PICTURE_WIDTH, height };
  }
}

/* Return {text, width, height} of an SVG. onlyWords: leave out the sentence, the pairs and the learned tokens. */
function pictureOf({ root, runs, step, part, about }, onlyWords = false) {
  const picture = new Picture(root);
  for (const view of runs) picture.run(view, step, onlyWords);
  const address = location.protocol.startsWith("http") ? location.href.slice(0, MAX_ADDRESS_CHARS) : "";
  const source = [document.title, about, part(".position").textContent, address];
  return picture.finish(source.filter(Boolean).join(" · "));
}

/* The same in pixels, as a blob. */
async function pixelsOf({ text, width, height }) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: width * PNG_SCALE, height: height * PNG_SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/* Ask for the kind of picture, and save it. */
export function offerPicture(player) {
  const { root, text, step } = player;
  const dialog = element("dialog", "", "keys picture");
  const only = element("input");
  only.type = "checkbox";
  const label = element("label", "", "field");
  label.append(only, ` ${text.picture_words}`);
  const buttons = element("p", "", "tools");
  const button = (name, act) => {
    const made = element("button", name);
    made.type = "button";
    made.addEventListener("click", act);
    buttons.append(made);
  };
  const save = async (kind) => {
    const drawn = pictureOf(player, only.checked);
    const blob = kind === "png" ? await pixelsOf(drawn) : new Blob([drawn.text], { type: "image/svg+xml" });
    const link = Object.assign(element("a"), { href: URL.createObjectURL(blob), download: `bpe-step-${step}.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    dialog.close();
  };
  for (const kind of ["svg", "png"]) button(kind.toUpperCase(), () => save(kind));
  button(text.close, () => dialog.close());
  dialog.setAttribute("aria-label", text.picture);
  dialog.append(element("h2", text.picture), label, buttons);
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}
