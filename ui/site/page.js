/* What a page of the site does besides its components: the picker, the line to embed it, and the
   way to the same place in the other language. What is picked and the step stand in the address. */

const root = document.documentElement;
const picker = document.querySelector(".pick select");
const line = document.querySelector("[data-served]");
const inAddress = (name) => new URL(location.href).searchParams.get(name);

document.querySelector(".unread").hidden = true;
if (self !== top) root.classList.add("framed");
root.dataset.pick = 0;
if (picker) {
  const asked = Number(inAddress("pick")) - 1;
  picker.selectedIndex = root.dataset.pick = asked in picker.options ? asked : 0;
  picker.addEventListener("change", () => {
    const url = new URL(location.href);
    url.searchParams.set("pick", picker.selectedIndex + 1);
    url.searchParams.delete("step");
    try {
      history.replaceState(null, "", url);
    } catch {} // a frame without an address of its own
    root.dataset.pick = picker.selectedIndex;
    document.dispatchEvent(new Event("pick"));
  });
}
if (location.protocol.startsWith("http")) {
  const here = `${location.origin}${location.pathname}`;
  line.textContent = line.textContent.replace(line.dataset.served, here);
}
for (const link of document.querySelectorAll(".language")) {
  link.addEventListener("click", () => (link.search = location.search));
}
