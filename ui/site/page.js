/* What a page of the site does besides its components: the picker, the line to embed it, and the
   way to the same place in the other language. What is picked and the step stand in the address. */

const root = document.documentElement;
const pickers = [...document.querySelectorAll(".pick select")];
const line = document.querySelector("[data-line]");
const inAddress = (name) => new URL(location.href).searchParams.get(name);

document.querySelector(".unread").hidden = true;
if (self !== top) root.classList.add("framed");

/* All combinations are numbered, the last list's options next to each other. */
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
    } catch {} // a frame without an address of its own
    tellPick();
    document.dispatchEvent(new Event("pick"));
  });
}

/* A page that was opened by an address says the line that embeds it, with what is picked. */
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
  // A link to another file takes all of the address along, one that names the language the text alone.
  link.addEventListener("click", () => {
    if (!link.getAttribute("href").startsWith("?")) link.search = location.search;
    link.hash = location.hash;
  });
}
