/* The pieces of a drawing: shapes, colours, lines of text, and pictures that are SVG already. */

const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const letters = new Intl.Segmenter();

function shape(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function short(number) {
  return Math.round(number * 100) / 100;
}

function box(left, top, width, height) {
  return { left, top, width, height, right: left + width, bottom: top + height };
}

function spread({ left, top, width, height }, by) {
  return box(left - by, top - by, width + 2 * by, height + 2 * by);
}

function overlap(one, other) {
  if (!other) return one;
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const width = Math.min(one.right, other.right) - left;
  return box(left, top, Math.max(width, 0), Math.max(Math.min(one.bottom, other.bottom) - top, 0));
}

function place({ left, top, width, height }) {
  return { x: short(left), y: short(top), width: short(width), height: short(height) };
}

/* A colour as every program knows it: "#rrggbb" and how opaque it is. */
function flat(colour) {
  const [, space, numbers] = colour.match(/^(rgba?|color)\((?:srgb )?([^)]*)\)$/) ?? [];
  const parts = numbers?.split(/[ ,/]+/).filter(Boolean).map(Number);
  if (parts?.every(Number.isFinite)) {
    const [red, green, blue, alpha = 1] = parts;
    return [hex([red, green, blue].map((part) => (space === "color" ? part * 255 : part))), alpha];
  }
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return [hex([red, green, blue]), alpha / 255];
}

function hex(parts) {
  const digits = parts.map((part) => Math.round(Math.min(Math.max(part, 0), 255)).toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}

function paint(what, colour) {
  const [solid, alpha] = flat(colour);
  return { [what]: solid, ...(alpha < 1 ? { [`${what}-opacity`]: short(alpha) } : {}) };
}

function measured(font, text) {
  pen.font = font;
  return pen.measureText(text);
}

/* A text as it stands on the page, line by line, without the spaces around it. */
function linesOf(node) {
  const range = document.createRange();
  const start = node.data.search(/\S/);
  const end = node.data.trimEnd().length;
  range.setStart(node, start);
  range.setEnd(node, end);
  const whole = node.data.slice(start, end);
  const frames = [...range.getClientRects()].filter((frame) => frame.width);
  if (frames.length < 2) return frames.map((frame) => ({ text: whole, frame }));
  const lines = [];
  for (const { segment, index } of letters.segment(whole)) {
    range.setStart(node, start + index);
    range.setEnd(node, start + index + segment.length);
    const frame = range.getBoundingClientRect();
    if (!frame.width) continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.frame.bottom - frame.bottom) < frame.height / 2) {
      line.text += segment;
      const left = Math.min(line.frame.left, frame.left);
      const right = Math.max(line.frame.right, frame.right);
      line.frame = box(left, line.frame.top, right - left, line.frame.height);
    } else lines.push({ text: segment, frame });
  }
  return lines;
}

/* The text of a computed `content`: a string, or the mark that opens or closes a quotation. */
function contentOf(content, quotes) {
  const strings = (said) => [...said.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((found) => found[1]);
  if (content.startsWith("open-quote")) return strings(quotes)[0] ?? "“";
  if (content.startsWith("close-quote")) return strings(quotes)[1] ?? "”";
  return strings(content)[0];
}

/* Edges -------------------------------------------------------------------------------------- */

function radius(said, frame) {
  const number = parseFloat(said) || 0;
  return said.trim().endsWith("%") ? (number / 100) * Math.min(frame.width, frame.height) : number;
}

const SIDES = ["Top", "Right", "Bottom", "Left"];

/* The border of a box: a rectangle, or a line along the sides that have one; null without any. */
function edgeOf(frame, style, round) {
  const shown = SIDES.map((side) => {
    const width = parseFloat(style[`border${side}Width`]);
    const drawn = width && !["none", "hidden"].includes(style[`border${side}Style`]);
    return drawn && flat(style[`border${side}Color`])[1] ? width : 0;
  });
  const first = shown.findIndex(Boolean);
  if (first < 0) return null;
  const [side, width] = [SIDES[first], shown[first]];
  const kind = style[`border${side}Style`];
  const dashes = { dashed: `${3 * width} ${2 * width}`, dotted: `${width} ${2 * width}` }[kind];
  const look = {
    fill: "none",
    "stroke-width": short(width),
    ...(dashes ? { "stroke-dasharray": dashes } : {}),
    ...paint("stroke", style[`border${side}Color`]),
  };
  if (shown.every(Boolean)) {
    const inner = spread(frame, -width / 2);
    return shape("rect", { ...place(inner), rx: short(Math.max(round - width / 2, 0)), ...look });
  }
  return shape("path", { d: alongSides(frame, shown, round), ...look });
}

function alongSides(frame, shown, round) {
  const [top, right] = [frame.top + shown[0] / 2, frame.right - shown[1] / 2];
  const [bottom, left] = [frame.bottom - shown[2] / 2, frame.left + shown[3] / 2];
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
  const inward = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const bit = (from, [x, y], by) => [from[0] + x * by, from[1] + y * by].map(short).join(" ");
  let path = "";
  shown.forEach((width, i) => {
    if (!width) return;
    const [before, after] = [shown[(i + 3) % 4], shown[(i + 1) % 4]];
    const [from, to] = [corners[i], corners[(i + 1) % 4]];
    const way = inward[i];
    path += `M${bit(from, way, before ? round : 0)}L${bit(to, way, after ? -round : 0)}`;
    if (after) path += `Q${bit(to, way, 0)} ${bit(to, inward[(i + 1) % 4], round)}`;
  });
  return path;
}

/* The rings around a box: [colour, how far from its edge their middle runs, how thick]. */
function rings(style) {
  const found = [];
  const shadow = style.boxShadow.match(/^(.*\)) 0px 0px 0px ([\d.]+)px$/);
  if (shadow) found.push([shadow[1], shadow[2] / 2, Number(shadow[2])]);
  const width = parseFloat(style.outlineWidth);
  if (width && !["none", "auto"].includes(style.outlineStyle)) {
    found.push([style.outlineColor, parseFloat(style.outlineOffset) + width / 2, width]);
  }
  return found;
}

/* Pictures that are SVG already ---------------------------------------------------------------- */

const LOOKS = {
  "stroke-width": "1px", "stroke-dasharray": "none", "stroke-linecap": "butt",
  "stroke-linejoin": "miter", opacity: "1", "clip-path": "none", "vector-effect": "none",
};
const OF_TEXT = {
  "font-family": "", "font-size": "", "font-weight": "400", "font-style": "normal",
  "text-anchor": "start", "dominant-baseline": "auto", "text-decoration": "none",
};
const WITHOUT = /^(class|style|tabindex|role|aria-.*)$/;
const UNSEEN = ["defs", "clipPath", "linearGradient", "title", "desc"]; // styled as if hidden

/* A copy that stands where the original does, with what style sheets say written into it. */
function inlined(svg, style, drawing) {
  const frame = svg.getBoundingClientRect();
  const copy = dressed(svg, drawing) ?? shape("svg");
  for (const [name, value] of Object.entries({ ...place(frame), overflow: style.overflow })) {
    copy.setAttribute(name, value);
  }
  return copy;
}

function dressed(original, drawing) {
  const style = getComputedStyle(original);
  const hidden = style.display === "none" || style.visibility === "hidden" || style.opacity === "0";
  if (hidden && !UNSEEN.includes(original.localName)) return null;
  const copy = original.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (WITHOUT.test(name)) copy.removeAttribute(name);
  const isText = ["text", "tspan"].includes(original.localName);
  for (const [name, usual] of Object.entries(isText ? { ...LOOKS, ...OF_TEXT } : LOOKS)) {
    const value = style.getPropertyValue(name);
    if (value && !(usual && value.startsWith(usual))) copy.setAttribute(name, value);
    else copy.removeAttribute(name);
  }
  if (original.localName !== "g") dye(copy, style);
  if (isText) {
    drawing.note(style.fontFamily);
    copy.setAttribute("font-stretch", "condensed"); // of fonts that stand in, which are wider
  }
  for (const child of original.childNodes) {
    const made = child.nodeType === Node.ELEMENT_NODE ? dressed(child, drawing) : child.cloneNode();
    if (made) copy.append(made);
  }
  return copy;
}

function dye(copy, style) {
  for (const what of ["fill", "stroke"]) {
    const value = style.getPropertyValue(what);
    const [solid, alpha] = value === "none" || value.startsWith("url") ? [value, 1] : flat(value);
    const opaque = short(alpha * style.getPropertyValue(`${what}-opacity`));
    copy.setAttribute(what, solid);
    if (opaque < 1) copy.setAttribute(`${what}-opacity`, opaque);
    else copy.removeAttribute(`${what}-opacity`);
  }
}

/* XML has no control characters and no half pairs, which a corpus may have. */
function proper(text) {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd");
}
