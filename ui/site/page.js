/* What a page of the site does besides its components: the picker, the line to embed it, and the
   way to the same place in the other language. What is picked and the step stand in the address. */

const root = document.documentElement;
const pickers = [...document.querySelectorAll(".pick select")];
const line = document.querySelector("[data-served]");
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

/* What is picked is part of the line; its address is the page's own once it was opened by one. */
const { served } = line.dataset;
const embedding = line.textContent;
function tellPick() {
  const here = location.protocol.startsWith("http") ? location.origin + location.pathname : served;
  root.dataset.pick = picked();
  line.textContent = embedding.replace(served, picked() ? `${here}?pick=${picked() + 1}` : here);
}
tellPick();

for (const link of document.querySelectorAll(".language")) {
  link.addEventListener("click", () => (link.search = location.search));
}
