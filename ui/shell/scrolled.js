/* A long table comes with its first rows; who scrolls near their end gets the rest, in place. */

const AHEAD = "200%"; // of the table's height on the screen

function tellNearEnds(tell) {
  window.tellNearEnd = tell;
}

// The rest stays where Python put it: a table that is drawn anew needs it again.
function fillTables() {
  for (const table of document.querySelectorAll(".record-grid[data-more]")) {
    const { more } = table.dataset;
    const rest = document.querySelector(`template[data-rest="${CSS.escape(more)}"]`);
    if (rest) {
      const rows = rest.content.querySelectorAll("tr");
      table.querySelector("tbody").append(...[...rows].map((row) => document.importNode(row, true)));
      table.querySelector(".rest").remove();
      delete table.dataset.more;
      table.nearEnd?.disconnect();
    } else if (!table.nearEnd) {
      const tell = ([line]) => line.isIntersecting && window.tellNearEnd(more);
      table.nearEnd = new IntersectionObserver(tell, { root: table, rootMargin: `0px 0px ${AHEAD} 0px` });
      table.nearEnd.observe(table.querySelector(".rest"));
    }
  }
}
