// The report of a survey: rows are searched, shown fifty at a time, and unpacked when they are opened.
"use strict";
(() => {
  const AT_ONCE = 50;
  const rows = JSON.parse(document.getElementById("data").textContent).map(
    ([number, id, cards, came, how, claims, packed]) => (
      { number, id, cards, came, how, packed, words: `${id} ${cards} ${how} ${claims}`.toLowerCase() }
    ),
  );
  const search = document.getElementById("search");
  const list = document.getElementById("rows");
  const more = document.getElementById("more");
  const count = document.getElementById("count");
  const switches = [...document.querySelectorAll("[data-came]")];
  let found = rows;
  let shown = 0;

  const made = (name, words, kind) => {
    const element = document.createElement(name);
    element.textContent = words;
    if (kind) element.className = kind;
    return element;
  };

  const unpacked = async (packed) => {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).text();
  };

  const line = (row) => {
    const item = document.createElement("li");
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const dot = made("span", "", `dot came-${row.came.replaceAll(" ", "-")}`);
    summary.append(dot, ` ${row.cards} `, made("small", `${row.came} · ${row.id || row.number}`), made("div", row.how, "how"));
    const inside = made("div", "", "stacked");
    details.append(summary, inside);
    details.addEventListener("toggle", async () => {
      if (!details.open || inside.childElementCount) return;
      inside.innerHTML = await unpacked(row.packed);
    });
    item.append(details);
    return item;
  };

  const showMore = () => {
    list.append(...found.slice(shown, shown + AT_ONCE).map((row) => (row.item ||= line(row))));
    shown = Math.min(shown + AT_ONCE, found.length);
    more.hidden = shown >= found.length;
    count.textContent = `${found.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")} rows`;
  };

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = new Set(switches.filter((each) => each.ariaPressed === "true").map((each) => each.dataset.came));
    found = rows.filter((row) => (!chosen.size || chosen.has(row.came)) && words.every((word) => row.words.includes(word)));
    list.replaceChildren();
    shown = 0;
    showMore();
  };

  search.addEventListener("input", filter);
  more.addEventListener("click", showMore);
  for (const each of switches) {
    each.addEventListener("click", () => {
      each.ariaPressed = each.ariaPressed === "true" ? "false" : "true";
      filter();
    });
  }
  filter();
})();
