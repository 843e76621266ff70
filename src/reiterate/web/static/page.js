// What every page does in the browser: clicks, keys and forms become words for the server. Nothing is decided here.
//
// <button data-do="play" data-line="pass">   a click sends {do: "play", line: "pass"}
// <form data-do="say"> with named fields     Enter or its button sends the fields
// <input type="range" data-slide="look">     a drag sends {do: "look", value}, one word at a time, the latest last
// <dialog> with <button data-open="ID">, <button data-close>
// <button data-copy="TEXT">                  copies a text
// <x data-key="a">                           the key a clicks it, where nobody types
"use strict";

let waiting = null; // what a slider wants to say while its last word is not answered
let asked = false;
let since = 0;
let later = 0;

const MOST_CHARACTERS = 100000; // of one word, and of a file that a page takes; page_frame.py has the same numbers
const MOST_BYTES = 250000;
const SHORT = 100; // fields that are no longer do not count

// What is too long for a message is not sent. The server is told how long it is, and says why nothing was done.
function fitting(words) {
  const many = Object.values(words).reduce((sum, each) => sum + (each.length > SHORT ? each.length : 0), 0);
  const bytes = many > MOST_CHARACTERS ? 0 : new Blob([JSON.stringify(words)]).size;
  return many > MOST_CHARACTERS || bytes > MOST_BYTES ? { do: words.do, long: String(many), bytes: String(bytes) } : words;
}

let busy = 0;
function say(given) {
  const words = fitting(given);
  clearTimeout(busy);
  busy = setTimeout(() => document.body.setAttribute("aria-busy", "true"), 400); // what takes long is seen to be under way
  if (!tell(words)) setTimeout(() => say(words), 30);
}

function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function wordsOf(element) {
  const words = { ...element.dataset };
  for (const name of ["key", "close", "open", "testid"]) delete words[name];
  const from = element.dataset.from && document.getElementById(element.dataset.from);
  if (from) words.value = from.value;
  return words;
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-do], [data-open], [data-close], [data-copy], [data-fill], [data-show], [data-lead], [data-theme-to]");
  if (!element || element.matches("form") || element.getAttribute("aria-disabled") === "true") return;
  const { copy, fill, into, themeTo } = element.dataset;
  if (element.dataset.do) say(wordsOf(element));
  if (element.hasAttribute("data-close")) element.closest("dialog")?.close();
  if (element.dataset.open) document.getElementById(element.dataset.open)?.showModal();
  if (copy !== undefined) copied(copy, element);
  if (fill !== undefined) {
    const field = document.getElementById(into);
    field.value = fill;
    field.focus();
  }
  if (themeTo !== undefined) theme(themeTo);
  if (element.dataset.lead) {
    const field = document.getElementById(element.dataset.lead);
    const details = field?.closest("details");
    if (details) details.open = true;
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }
  if (element.dataset.show) document.getElementById(element.dataset.show)?.scrollIntoView();
  touched = element.dataset.do === "why";
});

// Whether words are others than those that stood there before: what is new is brought into sight once.
const stood = new Map();
function fresh(where, words = "") {
  const is = words && words !== stood.get(where);
  stood.set(where, words);
  return is;
}

// What was touched asks for something: that is where one goes on, and it is in sight. The title of the page says whose turn it is.
let touched = false;
const title = document.title;
document.addEventListener("drawn", (event) => {
  document.title = document.querySelector("[data-title]")?.dataset.title ?? title;
  const why = event.detail.querySelector("#why-not");
  if (touched && why) why.scrollIntoView({ block: "nearest" });
  const asks = document.querySelector(".on-card");
  if (fresh("on a card", asks?.textContent)) {
    asks.scrollIntoView({ block: "nearest" });
    land(asks.querySelector("input, .way") ?? document.querySelector(".aim") ?? asks.querySelector("button"));
    enlarge(null);
  }
  const strip = event.detail.querySelector("#strip");
  const pressed = strip?.querySelector("[aria-pressed=true]");
  if (!pressed) return;
  const [box, place] = [strip.getBoundingClientRect(), pressed.getBoundingClientRect()];
  if (place.left < box.left || place.right > box.right) strip.scrollLeft += place.left - box.left - (box.width - place.width) / 2;
});

// Browsers give no clipboard to pages without encryption, such as those of a table in a home: an older way serves there.
function copied(text, button) {
  const done = () => { announce("copied"); button.textContent = "Copied"; };
  if (navigator.clipboard) {
    navigator.clipboard.writeText(text).then(done);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  button.after(field);
  field.select();
  if (document.execCommand("copy")) done();
  field.remove();
  button.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  event.preventDefault();
  for (const field of form.querySelectorAll("[data-kept]")) localStorage.setItem(field.dataset.kept, field.value);
  say({ ...wordsOf(form), ...fieldsOf(form) });
  form.closest("dialog")?.close();
  for (const field of form.querySelectorAll("[data-once]")) field.value = "";
});

document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-change]");
  if (field) say({ ...field.dataset, do: field.dataset.change, value: field.value });
});

let typing = 0;
document.addEventListener("input", (event) => {
  const element = event.target;
  if (element.dataset.narrows) {
    const wanted = element.value.toLowerCase().split(/\s+/);
    for (const each of document.getElementById(element.dataset.narrows).children) each.hidden = !wanted.every((word) => each.textContent.toLowerCase().includes(word));
  }
  if (element.matches("[data-slide]")) {
    slide({ do: element.dataset.slide, value: element.value });
  } else if (element.matches("[data-typed]")) {
    clearTimeout(typing);
    typing = setTimeout(() => say({ ...element.dataset, do: element.dataset.typed, value: element.value }), 150);
  }
});

function slide(words) {
  if (asked && performance.now() - since < 2000) {
    waiting = words;
    clearTimeout(later);
    later = setTimeout(unanswered, 2000 - (performance.now() - since) + 1);
    return;
  }
  asked = true;
  since = performance.now();
  say(words);
}

function unanswered() { // a word was lost with a connection: the latest one is said all the same
  const next = waiting;
  waiting = null;
  if (next) slide(next);
}

document.addEventListener("drawn", (event) => {
  clearTimeout(busy);
  document.body.removeAttribute("aria-busy");
  const answer = event.detail.querySelector("[data-answers-slide]");
  if (!answer) return;
  const slider = document.querySelector("[data-slide]");
  if (slider) {
    if (!held) slider.value = answer.dataset.position;
    slider.setAttribute("aria-valuetext", answer.dataset.text);
    const short = document.getElementById("reached-short");
    const reached = document.querySelector("#reached strong");
    if (short && reached) short.replaceChildren(...reached.cloneNode(true).childNodes); // powers stay set as such
    const field = document.getElementById("exactly");
    if (field && field !== document.activeElement) field.value = answer.dataset.iteration;
  }
  window.slid = performance.now() - since;
  asked = false;
  const next = waiting;
  waiting = null;
  if (next) slide(next);
});

// What was typed at another game stands in the field again.
document.addEventListener("drawn", (event) => {
  for (const field of event.detail.querySelectorAll("[data-kept]")) if (!field.value) field.value = localStorage.getItem(field.dataset.kept) || "";
});

// A picture that does not come leaves the frame.
document.addEventListener("error", (event) => { if (event.target.matches?.(".face > img")) event.target.remove(); }, true);

let held = false;
document.addEventListener("pointerdown", (event) => { held = event.target.matches?.("[data-slide]"); });
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => { held = false; });

// Keys of a slider: one iteration, not one position, which may be 10^90 iterations.
const STEPS = { ArrowLeft: "-1", ArrowDown: "-1", ArrowRight: "+1", ArrowUp: "+1", PageDown: "/10", PageUp: "*10", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const element = event.target;
  if (element.matches?.("[data-slide]") && STEPS[event.key]) {
    event.preventDefault();
    slide({ do: element.dataset.slide, step: STEPS[event.key] });
    return;
  }
  if (event.key === "Escape" && element.matches?.("input, textarea, select") && !element.closest(".on-card")) {
    if (element.closest("dialog")) element.blur();
    else land(element.closest("section, .panel, main"));
    return;
  }
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by && element.matches?.("[data-point]")) {
    const all = [...element.parentNode.querySelectorAll("[data-point]")];
    const next = all[all.indexOf(element) + by] ?? element;
    element.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (by && element.closest?.("[role=toolbar]")) {
    const all = [...element.closest("[role=toolbar]").querySelectorAll("button")];
    all[all.indexOf(element) + by]?.focus();
    event.preventDefault();
    return;
  }
  if ((element.matches?.("input:not([type=range]), textarea, select") && event.key !== "Escape") || document.querySelector("dialog[open]")) return;
  const strip = document.getElementById("strip");
  if (strip && by && !event.shiftKey && (element.matches?.("body, main, section, .panel, button, a, summary") ?? true)) {
    const all = [...strip.querySelectorAll("button")];
    const at = all.findIndex((each) => each.getAttribute("aria-pressed") === "true"); // from the place that is shown
    (all[at + by] || all[at] || all[0])?.focus();
    event.preventDefault();
    return;
  }
  const found = [...document.querySelectorAll(`[data-key~="${CSS.escape(event.key)}"]`)].find((each) => each.offsetParent || each.closest("details"));
  if (!found) return;
  event.preventDefault();
  const folded = found.closest("details");
  if (folded && !found.matches("summary")) folded.open = true;
  if (found.matches("input, textarea, section")) {
    found.focus();
    found.select?.();
  } else found.click();
});

function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

function theme(name) {
  if (name === "auto") localStorage.removeItem("theme");
  else localStorage.setItem("theme", name);
  apply();
}

function apply() {
  const name = localStorage.getItem("theme");
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
}

// Links to the other seats that whoever began the game brought along; they stay in this browser.
document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-invites]");
  if (!element) return;
  const links = localStorage.getItem(`invites ${element.dataset.invites}`) || "";
  say({ do: "invites", links });
});

apply();

// A link that was opened again: its secret goes out of the address, and the links of others stay in this browser.
function hideSecret() {
  if (location.hash.length <= 20 || !location.pathname.startsWith("/game/")) return;
  const [, ...others] = decodeURIComponent(location.hash.slice(1)).split(",");
  if (others.length) localStorage.setItem(`invites ${location.pathname.split("/")[2]}`, others.join(","));
  history.replaceState(null, "", location.pathname);
}
hideSecret();
addEventListener("hashchange", hideSecret);

// On the page of a game a new refusal, or an answer to one's own proposal, is scrolled into sight, wherever it stands; one that was there before is left alone.
// So is a shortcut that comes to be looked at, with its slider, its places and its board, and a new question about what was played by hand.
document.addEventListener("drawn", (event) => {
  if (!location.pathname.startsWith("/game/")) return;
  const refusal = event.detail.querySelector(".refused[role=alert], .answered, .then");
  if (fresh(event.detail, refusal?.textContent)) refusal.scrollIntoView({ block: "nearest" });
  if (fresh("looked at", document.querySelector(".looked-at .strip") ? "a shortcut" : "")) document.querySelector(".table").scrollIntoView();
  const asks = document.getElementById("again-asked");
  if (fresh("repeated", asks?.textContent)) asks.scrollIntoView({ block: "nearest" });
});

// A loop that came with the link of whoever began the game: the page of the first seat is told once.
let brought = false;
function bring() {
  const asks = document.querySelector("[data-brought]");
  if (brought || !asks) return;
  brought = true;
  const found = /(?:^|,)lap=([\w-]+)/.exec(localStorage.getItem(`invites ${asks.dataset.brought}`) || "");
  if (found) say({ do: "brought", lap: found[1] });
}
document.addEventListener("drawn", bring);
bring();

// The large view of a card: by pointing, by focus, or by a long touch. It repeats what stands on the card, so it is hidden from screen readers.
let large = null;
let longTouch = 0;
function enlarge(card) {
  large?.remove();
  large = null;
  if (!card || document.querySelector(".on-card")) return;
  large = document.createElement("div");
  large.id = "large";
  large.setAttribute("aria-hidden", "true");
  const copy = document.createElement("div");
  copy.className = card.className.replace(/\b(tapped|may|asks)\b/g, "");
  copy.innerHTML = card.innerHTML;
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  large.append(copy);
  document.body.append(large);
  const [from, box] = [card.getBoundingClientRect(), large.getBoundingClientRect()];
  const right = from.right + 8 + box.width <= innerWidth;
  const [x, y] = [right ? from.right + 8 : Math.max(4, from.left - 8 - box.width), Math.max(4, Math.min(from.top, innerHeight - box.height - 4))];
  large.animate([{ left: `${x}px`, top: `${y}px` }], { fill: "forwards" }); // the policy allows no attribute "style"
}
const faceOf = (event) => event.target.closest?.(".card.face");
document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") enlarge(faceOf(event)); });
document.addEventListener("focusin", (event) => { const card = faceOf(event); enlarge(card?.matches(":focus-visible") ? card : null); });
document.addEventListener("focusout", () => enlarge(null));
document.addEventListener("pointerdown", (event) => {
  clearTimeout(longTouch);
  const card = faceOf(event);
  if (event.pointerType === "touch" && card) longTouch = setTimeout(() => enlarge(card), 450);
});
for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, () => { clearTimeout(longTouch); if (name !== "pointerup") enlarge(null); }, true);
document.addEventListener("drawn", () => { if (large) enlarge(null); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") enlarge(null); }, true);

// Lines from what lies on the stack to what it aims at, by what the board calls its objects. What aims stands in words on the card, too.
function aim() {
  document.getElementById("aims")?.remove();
  const lines = [];
  for (const from of document.querySelectorAll(".stack [data-aims]")) {
    for (const name of from.dataset.aims.split(" ")) {
      const to = document.querySelector(`.board [data-object="${CSS.escape(name)}"]`);
      if (!to || !from.checkVisibility() || !to.checkVisibility()) continue;
      const [a, b] = [from, to].map((each) => (each.querySelector(".card, .seat") ?? each).getBoundingClientRect());
      const [x, y, u, v] = [a.left < b.right ? a.left + a.width / 2 : a.left + 6, a.top + Math.min(a.height / 2, 24), b.left + b.width / 2, b.top + b.height / 2].map(Math.round);
      lines.push(`<path d="M${x} ${y} Q${(x + u) / 2} ${Math.min(y, v) - 24} ${u} ${v}"/><circle cx="${u}" cy="${v}" r="7"/>`);
    }
  }
  if (!lines.length) return;
  document.body.insertAdjacentHTML("beforeend", `<svg id="aims" aria-hidden="true">${lines.join("")}</svg>`);
}
let aiming = 0;
for (const name of ["drawn", "scroll", "resize", "toggle"]) addEventListener(name, () => { cancelAnimationFrame(aiming); aiming = requestAnimationFrame(aim); }, { capture: true, passive: true });
