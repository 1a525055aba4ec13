/* What is drawn on the page, as SVG of shapes and text alone: no HTML in it, so that a slide, a
   drawing program and any browser show it, and a canvas may read it. It measures what stands on the
   screen and decides nothing: what is hidden or scrolled out of the player is not in it. */

const SLIDE = { width: 1920, height: 1080 };
const MARGIN = 20; // px of the page
const FOOT = 26; // px for the line below
const NOT_PART = ".controls, .switch, .grip, dialog, script, style, template, input, select, [hidden]";
// Scripts whose letters are not joined, and run from the left to the right.
const APART = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]+$/u;
const SVG = "http://www.w3.org/2000/svg";

/* Return { text, width, height, fonts }: the SVG, its size on a slide, the font families in it.
   `name` is what it shows, `foot` the line below it. */
function drawPicture(root, name, foot) {
  const drawing = new Drawing(root);
  drawing.children(root, drawing.top, drawing.port);
  drawing.top.append(drawing.port.above);
  return drawing.finish(name, foot);
}

class Drawing {
  constructor(root) {
    this.root = root;
    this.cuts = root.matches(".player"); // all else is drawn whole, however it scrolls
    this.top = shape("g");
    this.defs = shape("defs");
    this.fonts = new Set();
    this.bounds = null;
    this.port = { above: shape("g") };
  }

  finish(name, foot) {
    const { left, top, right, bottom } = this.bounds ?? box(0, 0, 1, 1);
    const style = getComputedStyle(this.root);
    const about = shape("text", { x: left, y: bottom + FOOT, "font-size": 14, "font-family": style.fontFamily });
    about.setAttribute("fill", ...flat(style.color));
    about.setAttribute("fill-opacity", 0.75);
    about.textContent = foot;
    this.note(style.fontFamily);
    const wide = Math.max(right - left, measured(`14px ${style.fontFamily}`, foot).width);
    const [width, height] = [wide + 2 * MARGIN, bottom - top + FOOT + 2 * MARGIN];
    const scale = Math.min(SLIDE.width / width, SLIDE.height / height);
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    const view = [left - MARGIN, top - MARGIN, width, height].map(short);
    const svg = shape("svg", { ...size, viewBox: view.join(" "), role: "img" });
    const title = shape("title");
    title.textContent = name;
    const ground = shape("rect", { x: view[0], y: view[1], width: view[2], height: view[3] });
    ground.setAttribute("fill", flat(getComputedStyle(document.querySelector(".stApp") ?? document.body).backgroundColor)[0]);
    svg.append(title, this.defs, ground, this.top, about);
    return { ...size, text: proper(new XMLSerializer().serializeToString(svg)), fonts: this.fonts };
  }

  note(families) {
    for (const family of families.split(",")) this.fonts.add(family.trim().replace(/^["']|["']$/g, ""));
  }

  grow({ left, top, right, bottom }, { cut }) {
    if (cut) {
      [left, top] = [Math.max(left, cut.left), Math.max(top, cut.top)];
      [right, bottom] = [Math.min(right, cut.right), Math.min(bottom, cut.bottom)];
    }
    if (right <= left || bottom <= top) return;
    const now = this.bounds ?? box(left, top, 0, 0);
    const [x, y] = [Math.min(now.left, left), Math.min(now.top, top)];
    this.bounds = box(x, y, Math.max(now.right, right) - x, Math.max(now.bottom, bottom) - y);
  }

  /* `port` is the part of the page that shows through, all of it without `cut`, and what lies above. */

  /* Elements and texts ------------------------------------------------------------------ */

  children(parent, into, port) {
    for (const child of (parent.shadowRoot ?? parent).childNodes) {
      if (child.nodeType === Node.TEXT_NODE) this.words(child, into, port);
      else if (child.nodeType === Node.ELEMENT_NODE) this.element(child, into, port);
    }
  }

  element(drawn, into, port) {
    if (drawn.matches(NOT_PART)) return;
    const style = getComputedStyle(drawn);
    const frames = [...drawn.getClientRects()];
    if (style.display === "none" || style.opacity === "0" || style.clipPath.startsWith("inset")) return;
    const group = shape("g");
    if (style.opacity !== "1") group.setAttribute("opacity", style.opacity);
    if (drawn.dataset?.token !== undefined) group.dataset.token = drawn.dataset.token;
    // What lies above its neighbours is drawn after them.
    if (style.position !== "static" && Number(style.zIndex) > 0) into = port.above;
    if (drawn.localName === "svg") {
      group.append(inlined(drawn, style, this));
      this.grow(frames[0], port);
    } else if (drawn.localName === "canvas") {
      group.append(shape("image", { ...place(frames[0]), href: drawn.toDataURL("image/png") }));
      this.grow(frames[0], port);
    } else {
      const shown = style.visibility === "visible";
      if (shown) for (const frame of frames) this.frame(frame, style, group, port);
      let [inner, inside] = [group, port];
      if (frames.length && this.isCut(drawn, style)) {
        inside = { cut: overlap(frames[0], port.cut), above: shape("g") };
        inner = group.appendChild(shape("g", { "clip-path": `url(#${this.clip(inside.cut)})` }));
      }
      if (shown) this.pseudo(drawn, style, "::before", inner, inside);
      this.children(drawn, inner, inside);
      if (shown) this.pseudo(drawn, style, "::after", inner, inside);
      if (inside !== port) inner.append(inside.above);
    }
    if (group.childNodes.length) into.append(group);
  }

  isCut(drawn, { overflowX, overflowY }) {
    const more = [drawn.scrollWidth - drawn.clientWidth, drawn.scrollHeight - drawn.clientHeight];
    return [overflowX, overflowY].some(
      (flow, i) => flow !== "visible" && more[i] > 1 && (this.cuts || flow === "hidden" || flow === "clip"),
    );
  }

  clip(frame) {
    const id = `cut-${this.defs.childNodes.length}`;
    const clip = this.defs.appendChild(shape("clipPath", { id }));
    clip.append(shape("rect", place(frame)));
    return id;
  }

  words(node, into, port) {
    const holder = node.parentElement ?? node.parentNode.host;
    const style = getComputedStyle(holder);
    if (!node.data.trim() || style.visibility !== "visible" || parseFloat(style.fontSize) < 1) return;
    const keeps = style.whiteSpace.startsWith("pre");
    for (const { text, frame } of linesOf(node)) {
      const centred = style.textAlign === "center";
      const said = keeps ? text : text.replace(/\s+/g, " ");
      this.line(said, style, frame, centred ? "middle" : "start", into, port);
    }
  }

  /* One line of text in a frame: from its start, around its middle or up to its end. */
  line(text, style, frame, anchor, into, port) {
    const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measured(font, text);
    const { left, right, top, width, height } = frame;
    // Another program's fonts may be wider than those on the screen, and few programs heed
    // `textLength`: each letter has its place, unless it is joined to its neighbours.
    const fits = text.length > 1 && anchor !== "end";
    const apart = fits && APART.test(text);
    const made = shape("text", {
      x: short(apart ? left : { start: left, middle: (left + right) / 2, end: right }[anchor]),
      y: short(top + (height - up - down) / 2 + up),
      "text-anchor": apart ? "start" : anchor,
      ...(fits && !apart ? { textLength: short(width), lengthAdjust: "spacingAndGlyphs" } : {}),
      "font-family": style.fontFamily,
      "font-size": parseFloat(style.fontSize),
      "font-weight": style.fontWeight,
      "font-style": style.fontStyle,
      "font-stretch": "condensed", // of fonts that stand in; those of the page have one width
      ...(style.textDecorationLine === "none" ? {} : { "text-decoration": style.textDecorationLine }),
      "xml:space": "preserve",
      ...paint("fill", style.color),
    });
    if (apart) made.append(...this.letters(text, style, left, width));
    else made.textContent = text;
    this.note(style.fontFamily);
    this.grow(frame, port);
    into.append(made);
  }

  /* The letters of a line, each at its place: measured large, where no width is rounded. */
  letters(text, style, left, width) {
    const font = `${style.fontStyle} ${style.fontWeight} ${20 * parseFloat(style.fontSize)}px ${style.fontFamily}`;
    const scale = width / measured(font, text).width;
    return [...letters.segment(text)].map(({ segment, index }) => {
      const letter = shape("tspan", { x: short(left + scale * measured(font, text.slice(0, index)).width) });
      letter.textContent = segment;
      return letter;
    });
  }

  /* Grounds and edges -------------------------------------------------------------------- */

  /* What CSS puts before or after an element: at a place of its own, or a text at its end. */
  pseudo(drawn, style, which, into, port) {
    const made = getComputedStyle(drawn, which);
    if (["none", "normal"].includes(made.content) || made.display === "none") return;
    const number = (name) => parseFloat(made[name]) || 0;
    if (made.position !== "absolute") {
      const text = contentOf(made.content, style.quotes);
      const frame = drawn.getClientRects()[which === "::before" ? 0 : drawn.getClientRects().length - 1];
      if (text && frame) this.line(text, made, frame, which === "::before" ? "start" : "end", into, port);
      return;
    }
    let holder = drawn;
    while (getComputedStyle(holder).position === "static") holder = holder.parentElement;
    const at = holder.getBoundingClientRect();
    const edges = ["Left", "Right", "Top", "Bottom"].map((side) => number(`border${side}Width`));
    const more = made.boxSizing === "border-box" ? [0, 0] : [edges[0] + edges[1], edges[2] + edges[3]];
    const left = at.left + holder.clientLeft + number("left") + number("marginLeft");
    const top = at.top + holder.clientTop + number("top") + number("marginTop");
    this.frame(box(left, top, number("width") + more[0], number("height") + more[1]), made, into, port);
  }

  frame(frame, style, into, port) {
    const round = Math.min(radius(style.borderTopRightRadius, frame), frame.width / 2, frame.height / 2);
    const fill = this.ground(style);
    if (fill && frame.width && frame.height) {
      // A head that stays covers what scrolls below it, the hair's breadth around it too.
      const covered = style.position === "sticky" ? spread(frame, 2) : frame;
      into.append(shape("rect", { ...place(covered), ...(round ? { rx: short(round) } : {}), ...fill }));
      this.grow(frame, port);
    }
    const edge = edgeOf(frame, style, round);
    if (edge) {
      into.append(edge);
      this.grow(spread(frame, 0), port);
    }
    for (const [colour, by, width] of rings(style)) {
      const ring = spread(frame, by);
      const line = { fill: "none", "stroke-width": short(width), rx: short(Math.max(round + by, 0)) };
      const dashes = style.outlineStyle === "dashed" ? { "stroke-dasharray": `${3 * width} ${2 * width}` } : {};
      into.append(shape("rect", { ...place(ring), ...line, ...dashes, ...paint("stroke", colour) }));
      this.grow(spread(ring, width / 2), port);
    }
  }

  /* How a box is filled; null where it is not. */
  ground({ backgroundColor, backgroundImage }) {
    if (backgroundImage.startsWith("repeating-linear-gradient")) {
      return { fill: `url(#${this.hatch(backgroundImage)})` };
    }
    // A ground that fades is drawn in its first colour.
    const fading = backgroundImage.match(/gradient\([^,]*,?\s*((?:rgb|color|ok)\w*\([^)]*\))/);
    const colour = fading ? fading[1] : backgroundColor;
    return flat(colour)[1] ? paint("fill", colour) : null;
  }

  hatch(image) {
    const colour = image.match(/(?:rgb|color|ok)\w*\([^)]*\)/)[0];
    const id = "hatch";
    if (!this.defs.querySelector(`#${id}`)) {
      const pattern = shape("pattern", { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
      pattern.append(shape("rect", { width: 2, height: 7, ...paint("fill", colour) }));
      this.defs.append(pattern);
    }
    return id;
  }
}
