// What the first page does beside static/page.js: names that complete, cards that are dragged, files that are read and saved.
//
// <input role="combobox" aria-controls="LIST">   arrow keys choose an option of the list, Enter takes it
// <li draggable data-name="CARD">                a card's name; <div draggable data-piece="7"> a card of the board
// <div data-drop="0 battlefield">                where they may be dropped: says {do: "drop", to, name or piece}
// <input type="file" data-into="ID">             reads a text file into a field; a field with data-drop-file takes a dropped one
// <button data-download="NAME" data-of="ID">     saves the text of a field
"use strict";

const listOf = (field) => document.getElementById(field.getAttribute("aria-controls"));
const optionsOf = (field) => [...(listOf(field)?.querySelectorAll(":not([hidden]) > [role=option]") || [])];

function mark(field, at) {
  const all = optionsOf(field);
  all.forEach((each, number) => each.setAttribute("aria-selected", String(number === at)));
  if (all[at]) {
    field.setAttribute("aria-activedescendant", all[at].id);
    all[at].scrollIntoView({ block: "nearest" });
    enlarge(all[at].querySelector(".card.face"));
  } else field.removeAttribute("aria-activedescendant");
}

function fold(field) {
  field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-expanded", "false");
  const list = listOf(field);
  if (list) list.hidden = true;
}

hear("keydown", "[role=combobox]", (field, event) => {
  const all = optionsOf(field);
  const at = all.findIndex((each) => each.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" && all.length) mark(field, (at + 1) % all.length);
  else if (event.key === "ArrowUp" && all.length) mark(field, (at + all.length - (at < 0 ? 0 : 1)) % all.length);
  else if (event.key === "Enter" && at >= 0) all[at].click();
  else if (event.key === "Escape" && all.length) fold(field);
  else return;
  event.preventDefault();
});

// A name that is taken empties its field, or stands in it where the field says where the card goes, or behind those before it.
hear("click", "[role=option][data-of]", (option) => {
  const field = document.getElementById(option.dataset.of);
  const before = field.value.slice(0, field.value.lastIndexOf(";") + 1);
  if ("several" in field.dataset) field.value = `${before}${before && " "}${option.dataset.name}; `;
  else field.value = option.dataset.do === "name-it" ? option.dataset.name : "";
  fold(field);
  field.focus();
  if (option.draggable) field.form.requestSubmit(); // the card lies on the board at once
});

document.addEventListener("drawn", (event) => {
  for (const field of document.querySelectorAll("[role=combobox]")) {
    const list = listOf(field);
    if (list) list.hidden = !field.value.trim();
    field.setAttribute("aria-expanded", String(Boolean(list && !list.hidden)));
  }
  const said = event.detail.querySelector("[data-announce]");
  if (said) announce(said.dataset.announce);
  event.detail.querySelector("#take-seat")?.click(); // a game has begun
  const first = event.detail.querySelector("[data-focus]");
  if (fresh(event.detail, first?.dataset.focus)) {
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: "start", behavior: "instant" }); // a slow one misses where parts above are drawn meanwhile
  }
});

// A text of several lines that is pasted or dropped into the field for names is sent as it is; the server says what it is.
hear("paste", "[data-takes]", ({ dataset }, event) => {
  const text = event.clipboardData.getData("text");
  if (!text.trim().includes("\n")) return;
  event.preventDefault();
  say({ do: dataset.takes, text });
});

// A card file: the cards with the name that is looked for are told to the server, with what can be read of them. The rest stays here.
const FACTS = ["name", "type_line", "mana_cost", "oracle_text", "colors", "power", "toughness", "loyalty", "defense", "layout", "color_indicator"];
const ofCard = (card) => ({ ...Object.fromEntries(FACTS.filter((each) => each in card).map((each) => [each, card[each]])), ...(card.card_faces && { card_faces: card.card_faces.map(ofCard) }) });
const LONGEST = 4e6; // characters of a file, or of a line of one, that is read at once

async function learn(file, name) {
  announce(`${file.name} is read`);
  const [found, wanted] = [new Map(), name.trim().toLowerCase()];
  const take = (text) => {
    if (!text.toLowerCase().includes(wanted)) return;
    let cards = [];
    try { cards = [JSON.parse(text.trim().replace(/,$/, ""))].flat(); } catch { return; }
    for (const card of cards) if (card?.name?.toLowerCase?.().includes(wanted) && found.size < 12) found.set(card.name, ofCard(card));
  };
  if (file.size <= LONGEST) {
    const text = await file.text();
    take(text);
    if (!found.size) text.split("\n").forEach(take);
  } else { // a card on each line, as in bulk data
    const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done && rest.length < LONGEST; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      lines.forEach(take);
    }
    take(rest);
  }
  const exact = [...found.values()].filter((card) => card.name.toLowerCase().split(" // ").includes(wanted));
  say({ do: "learn", name, cards: (exact.length ? exact : [...found.values()]).map((card) => JSON.stringify(card)).join("\n") });
}
hear("change", "[data-learn]", (input) => {
  if (input.files[0]) learn(input.files[0], input.dataset.learn);
  input.value = ""; // the same file may be chosen again once it has been changed
});

// What was refused is no longer so once something else is typed.
hear("input", "form[data-do=prove]", (form, { target }) => {
  if (!target.dataset.learn && document.querySelector(".told > .refused, .told > .unknown")) say({ do: "changed" });
});

// Names that are not known stand in the field again until that is settled.
let again = "";
document.addEventListener("drawn", ({ detail }) => {
  if (detail.id !== "meant") return;
  const [field, names] = [document.getElementById("card"), detail.querySelector("[data-again]")?.dataset.again ?? ""];
  if (!field.value || field.value === again) field.value = names;
  again = names;
});

// The next card can be typed as soon as one was put.
hear("submit", "form[data-do=put]", () => {
  takeUp(null);
  document.getElementById("search")?.focus();
});

// Without dragging: a card that is tapped (or whose button "Move" is pressed) is taken up, and the zone that is tapped next gets it.
let taken = null; // {piece}: what is taken up
let moved = ""; // the piece whose button gets the focus once it is drawn in its new zone

const openPiles = () => { for (const each of document.querySelectorAll(".piles")) each.open = true; };
function takeUp(card) {
  taken = card;
  document.body.classList.toggle("carrying", Boolean(card));
  if (card) openPiles();
  for (const button of document.querySelectorAll("[data-carry]")) {
    button.setAttribute("aria-pressed", String(Boolean(card) && button.dataset.carry === card.piece));
  }
  for (const each of document.querySelectorAll(".card[data-piece]")) each.classList.toggle("taken", Boolean(card) && each.dataset.piece === card.piece);
}

const pieceOf = (number) => document.querySelector(`.card[data-piece="${CSS.escape(number)}"]`);

hear("click", "[data-drop]", (zone, { target: element }) => {
  const button = element.closest("[data-carry], [data-put-here]");
  if (!button && element.closest("button, input, select, summary, .more-of-card, label, a")) return;
  const card = button?.dataset.carry ? pieceOf(button.dataset.carry) : element.closest(".card[data-piece]");
  const own = taken?.piece && pieceOf(taken.piece)?.closest("[data-drop]") === zone;
  if (taken && !own && !button?.dataset.carry) {
    moved = taken.piece;
    say({ do: "drop", to: zone.dataset.drop, ...taken });
    takeUp(null);
  } else if (card) {
    const again = taken?.piece === card.dataset.piece;
    takeUp(again ? null : { piece: card.dataset.piece });
    announce(again ? "put down where it was" : "taken up: tap the zone where it goes, or press Put it here");
  } else if (taken) takeUp(null);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && taken) takeUp(null);
});
document.addEventListener("drawn", () => {
  if (taken?.piece && !pieceOf(taken.piece)) taken = null;
  takeUp(taken);
  const button = moved && document.getElementById(`carry-${moved}`);
  moved = "";
  if (button && (document.activeElement === document.body || document.activeElement?.matches("[data-put-here]"))) button.focus();
});

// Dragging, and where it may end.
hear("dragstart", "[draggable=true]", (card, event) => {
  const { name = "", piece = "" } = card.dataset;
  event.dataTransfer.setData("text/x-card", JSON.stringify({ name, piece }));
  event.dataTransfer.setData("text/plain", name || card.textContent.trim());
  document.body.classList.add("dragging");
  takeUp(null);
  setTimeout(openPiles); // a drag ends where the page moves as it begins
});
document.addEventListener("dragend", () => document.body.classList.remove("dragging"));

// Where something that is dragged may be let go: a card over a zone, a file over a field that takes one.
// Any file may be let go anywhere: a card file where one is asked for, any other one as if over the first field.
let over = null;
const placeOf = (event) => {
  const carried = [...(event.dataTransfer?.types || [])];
  if (!carried.includes("Files")) return carried.includes("text/x-card") ? event.target.closest?.("[data-drop]") : null;
  return event.target.closest?.("[data-drop-file], [data-takes]") ?? document.querySelector("[data-learn]") ?? document.querySelector("[data-takes]");
};
for (const name of ["dragenter", "dragover"]) {
  document.addEventListener(name, (event) => {
    const place = placeOf(event);
    if (!place) return;
    event.preventDefault();
    if (over !== place) over?.classList.remove("over");
    over = place;
    place.classList.add("over");
  });
}

document.addEventListener("drop", async (event) => {
  over?.classList.remove("over");
  over = null;
  const [place, file] = [placeOf(event), event.dataTransfer?.files[0]];
  if (!place) return;
  event.preventDefault();
  const unknown = document.querySelector("[data-learn]");
  if (!file) say({ do: "drop", to: place.dataset.drop, ...JSON.parse(event.dataTransfer.getData("text/x-card")) });
  else if (unknown && /\.jsonl?$/.test(file.name)) learn(file, unknown.dataset.learn);
  else if ("dropFile" in place.dataset) take(file, place);
  else if (!place.dataset.takes) learn(file, unknown.dataset.learn);
  else say({ do: place.dataset.takes, text: await file.slice(0, 4 * MOST_CHARACTERS + SHORT).text() }); // so much of a long one that its length is told
});

// Files.
hear("change", "input[type=file][data-into]", (input) => {
  if (input.files.length) take(input.files[0], document.getElementById(input.dataset.into));
});

async function take(file, field) {
  const text = file.size <= 4 * MOST_CHARACTERS ? await file.text() : "";
  const fits = text && text.length <= MOST_CHARACTERS;
  field.value = fits ? text : "";
  announce(fits ? `${file.name} is read` : `${file.name} has more than 100,000 characters`);
  field.setCustomValidity(fits ? "" : `${file.name} has more than 100,000 characters`);
  if (!fits) field.reportValidity();
}
hear("input", "[data-drop-file]", (field) => field.setCustomValidity(""));

hear("click", "[data-download]", (button) => {
  const text = document.getElementById(button.dataset.of)?.value || "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  link.download = button.dataset.download;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

// The chosen cards, the board that is built and the cards of a file stay in this tab: a page that is loaded again, or come back to, says them to the server.
// Until these are there again nothing is typed in their place.
const HELD = { // what a part that was drawn holds; undefined where it holds nothing of that
  names: (part) => [...part.querySelectorAll(".chip [data-do=unpick]")].map((each) => each.dataset.name).join("\n") || (part.querySelector("#try") ? "" : undefined),
  draft: (part) => part.querySelector("[data-draft]")?.dataset.draft,
  own: (part) => part.querySelector("[data-own]")?.dataset.own,
};
const before = Object.fromEntries(Object.keys(HELD).map((name) => [name, sessionStorage.getItem(name) || ""]));
let settled = !Object.values(before).some(Boolean);
const locked = (is) => { for (const each of document.querySelectorAll(".asking")) each.inert = is; };
document.addEventListener("drawn", ({ detail }) => {
  if (!settled && detail.querySelector("[data-words]")) locked(!(settled = true));
  for (const [name, read] of Object.entries(HELD)) {
    const now = read(detail);
    if (now || (settled && now === "")) sessionStorage.setItem(name, now); // before that an empty one is only a page that was just loaded
  }
});
addEventListener("DOMContentLoaded", () => { // page.js is there by then
  if (settled) return;
  locked(true);
  say({ do: "again", ...before });
  setTimeout(locked, 10000, false); // a word that was lost locks nothing for good
});

// So does what was typed into the fields above it.
const KEPT = "input[type=text][id], textarea[id]";
const typedBefore = JSON.parse(sessionStorage.getItem("typed") || "{}");
const keeps = (field) => !field.readOnly && !field.closest(".builder") && field.value !== field.defaultValue;
addEventListener("pagehide", () => {
  const fields = [...document.querySelectorAll(KEPT)].filter(keeps).map((field) => [field.id, field.value]);
  try { sessionStorage.setItem("typed", JSON.stringify(Object.fromEntries(fields))); } catch { /* more than a tab may keep */ }
});
document.addEventListener("drawn", (event) => {
  for (const field of event.detail.querySelectorAll(KEPT)) {
    if (!(field.id in typedBefore) || field.closest(".builder")) continue;
    field.value = typedBefore[field.id];
    delete typedBefore[field.id];
    unfold(field);
  }
});
