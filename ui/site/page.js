/* The scripts of a site page other than its components: the picker, the line to embed it, and the link
   to the same place in the other language. The picked options and the step are in the address. */

const root = document.documentElement;
const pickers = [...document.querySelectorAll(".pick select")];
const line = document.querySelector("[data-line]");
const inAddress = (name) => new URL(location.href).searchParams.get(name);

document.querySelector(".unread").hidden = true;
if (self !== top) root.classList.add("framed");

/* All combinations are numbered, with adjacent numbers for the last list's options. */
const picked = () => pickers.reduce((at, { options, selectedIndex }) => at * options.length + selectedIndex, 0);
let asked = Math.max(Math.trunc(Number(inAddress("pick"))) - 1 || 0, 0);
for (const picker of [...pickers].reverse()) {
  picker.selectedIndex = asked % picker.options.length;
  asked = Math.floor(asked / picker.options.length);
  picker.addEventListener("change", () => {
    const url = new URL(location.href);
    url.searchParams.set("pick", picked() + 1);
    url.searchParams.delete("step");
    try {
      history.replaceState(null, "", url);
    } catch {} // a frame without its own address
    tellPick();
    document.dispatchEvent(new Event("pick"));
  });
}

/* A page opened by an address shows the line that embeds it, with the picked options. */
const embedding = line?.textContent;
const isServed = location.protocol.startsWith("http");
for (const each of document.querySelectorAll(".embed")) each.hidden = isServed === ("unserved" in each.dataset);
function tellPick() {
  const here = location.origin + location.pathname;
  root.dataset.pick = picked();
  if (line) line.textContent = embedding.replace('src=""', `src="${picked() ? `${here}?pick=${picked() + 1}` : here}"`);
}
tellPick();

for (const link of document.querySelectorAll(".language")) {
  // A link to another file includes the whole address; a link to another language only the text.
  link.addEventListener("click", () => {
    if (!link.getAttribute("href").startsWith("?")) link.search = location.search;
    link.hash = location.hash;
  });
}
