/* The pictures of the page by name, each to save as SVG or PNG: made here, without the server. */

const KINDS = ".player, .skyline, .lattice, .family, .map, .stVegaLiteChart, .stHtml";
const LONGEST = 70; // characters of a picture's name

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".pictures");
  root.querySelector("h2").textContent = data.words.title;
  list(root, data);
}

function list(root, data) {
  const lines = [...named()].map(([name, picture]) => {
    const line = document.createElement("li");
    line.append(Object.assign(document.createElement("span"), { textContent: name }));
    for (const kind of ["SVG", "PNG"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = kind;
      button.setAttribute("aria-label", fill(data.words.save, { name, kind }));
      button.addEventListener("click", () => save(picture, name, kind, root, data));
      line.append(button);
    }
    return line;
  });
  root.querySelector("ul").replaceChildren(...lines);
  root.querySelector(".nothing").textContent = lines.length ? "" : data.words.nothing;
}

async function save(picture, name, kind, root, data) {
  // The page may have been drawn anew since the list was made.
  const same = picture.isConnected ? picture : named().get(name);
  if (!same) return list(root, data);
  const step = stepOf(same);
  const drawn = drawPicture(same, name, [step.said, document.title].filter(Boolean).join(" · "));
  const file = [data.page, ...step.numbers, name].join(" ").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const blob = kind === "SVG" ? new Blob([drawn.text], { type: "image/svg+xml" }) : await raster(drawn);
  hand(blob, `${file.replace(/^-|-$/g, "")}.${kind.toLowerCase()}`);
}

function hand(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/* Which there are, and what they are called ------------------------------------------------------ */

function picturesOf(root) {
  const found = [];
  for (const each of root.querySelectorAll("*")) {
    if (each.matches(KINDS) && isPicture(each)) found.push(each);
    else if (each.shadowRoot) found.push(...picturesOf(each.shadowRoot));
  }
  return found;
}

/* The pictures of the page by their names, in its order; of two alike the second has a number. */
function named() {
  const found = new Map();
  for (const picture of picturesOf(document)) {
    const name = nameOf(picture);
    let [own, more] = [name, 1];
    while (found.has(own)) own = `${name} (${++more})`;
    found.set(own, picture);
  }
  return found;
}

/* Markup is a picture if it shows tokens or says that it is one; tables can be had as files. */
function isPicture(each) {
  const { width, height } = each.getBoundingClientRect();
  if (width < 2 || height < 2 || !each.checkVisibility()) return false;
  if (!each.matches(".stHtml")) return true;
  return !each.querySelector(".record-grid, .record-say") && Boolean(each.querySelector(".token, svg, [role=img]"));
}

function nameOf(picture) {
  const title = picture.querySelector("svg .role-title text")?.textContent;
  const labels = picture.querySelectorAll("[aria-label]:not(button, input, [class*=role-] *)");
  const label = picture.getAttribute("aria-label") ?? labels[0]?.getAttribute("aria-label");
  const caption = picture.querySelector("caption, figcaption")?.textContent;
  const found = [title, label, caption, headingOf(picture), document.title].find((each) => each?.trim());
  // A chart is described at length; what it is stands in the first sentence.
  const name = found.trim().match(/^.*?([.](?=\s)|。)/)?.[0].slice(0, -1) ?? found.trim();
  return name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
}

/* The last heading before a picture, in whatever lies around it. */
function headingOf(picture) {
  const host = picture.getRootNode().host ?? picture;
  const before = [...document.querySelectorAll(".stMain :is(h1, h2, h3)")].filter(
    (each) => each.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING && each.checkVisibility(),
  );
  return before.at(-1)?.textContent;
}

/* The step a picture is of: that of the player in it, or of the first on the page. */
function stepOf(picture) {
  const player = picture.matches(".player") ? picture : picturesOf(document).find((each) => each.matches(".player"));
  const said = player?.querySelector(".position").textContent ?? "";
  return { said, numbers: player ? ["step", player.dataset.step] : [] };
}

function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/* PNG --------------------------------------------------------------------------------------------- */

async function raster(drawn) {
  const { width, height } = drawn;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withFonts(drawn))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/* What a canvas draws has the fonts that it brings with it: the page's own go along. An SVG is saved
   without: whole fonts are ten times as large as it, and drawing programs do not look at them. */
async function withFonts({ text, fonts }) {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      return []; // a sheet from elsewhere may not be read
    }
  });
  const family = (rule) => rule.style.getPropertyValue("font-family").replace(/^["']|["']$/g, "");
  const faces = await Promise.all(rules.filter((rule) => fonts.has(family(rule))).map(withData));
  return text.replace("</title>", () => `</title><style>${faces.join("")}</style>`);
}

async function withData(rule) {
  const [, address] = rule.style.getPropertyValue("src").match(/url\(["']?([^"')]+)/) ?? [];
  if (!address) return "";
  const answer = await fetch(new URL(address, rule.parentStyleSheet.href ?? document.baseURI));
  if (!answer.ok) return "";
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return rule.cssText.replace(/url\([^)]*\)/, `url(data:font/woff2;base64,${btoa(binary)})`);
}
