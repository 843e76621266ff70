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

// Hear an event of the elements that a selector names, or of what stands in them.
function hear(name, selector, heard) {
  document.addEventListener(name, (event) => {
    const element = event.target.closest?.(selector);
    if (element) heard(element, event);
  });
}

const boxOf = (each) => each.getBoundingClientRect();

// What is folded around an element is unfolded.
function unfold(element) {
  const folded = element?.closest("details");
  if (folded) folded.open = true;
}

// What an element says is its data, but for what is meant for the browser alone.
const wordsOf = ({ dataset: { key, close, open, ...words } }) => words;

hear("click", "[data-do]:not(form, [aria-disabled=true])", (element) => {
  touched = element.dataset.do === "why";
  say(wordsOf(element));
});
hear("click", "[data-close]", (element) => element.closest("dialog")?.close());
hear("click", "[data-away]", (button) => say({ do: "away", part: button.closest("[data-part]").dataset.part }));
hear("click", "[data-open]", ({ dataset }) => document.getElementById(dataset.open)?.showModal());
hear("click", "[data-copy]", (element) => copied(element.dataset.copy, element));
hear("click", "[data-fill]", ({ dataset }) => {
  const field = document.getElementById(dataset.into);
  field.value = dataset.fill;
  unfold(field);
  field.focus();
});
hear("click", "[data-lead]", ({ dataset }) => {
  const field = document.getElementById(dataset.lead);
  unfold(field);
  field?.closest("details, section").scrollIntoView();
  field?.focus({ preventScroll: true });
});

// Whether words are others than those that stood there before: what is new is brought into sight once.
const stood = new Map([["looked at", "the game"]]);
function fresh(where, words = "") {
  const is = words && words !== stood.get(where);
  stood.set(where, words);
  return is;
}

// What was touched asks for something: that is where one goes on, and it is in sight. The title of the page says whose turn it is.
let touched = false;
const title = document.title;
document.addEventListener("drawn", (event) => {
  const asked = document.querySelector("[data-title]");
  if (asked?.matches("[data-rings]") && document.title === title && document.body.matches("[data-live]") && localStorage.getItem("sound") === "on") ring();
  document.title = asked?.dataset.title ?? title;
  const why = event.detail.querySelector("#why-not");
  if (touched && why) why.scrollIntoView({ block: "nearest" });
  const asks = document.querySelector(".on-card");
  if (fresh("on a card", asks?.textContent)) {
    asks.scrollIntoView({ block: "nearest" });
    const at = asks.getBoundingClientRect(); // what stands on a card near an edge is moved into the window
    const inside = (from, to, most) => Math.round(Math.max(4 - from, Math.min(0, most - 4 - to)));
    asks.animate([{ translate: `${inside(at.left, at.right, innerWidth)}px ${inside(at.top, at.bottom, innerHeight)}px` }], { fill: "forwards" });
    land(asks.querySelector("input, .way") ?? document.querySelector(".aim") ?? asks.querySelector("button"));
    enlarge(null);
    const aims = [...document.querySelectorAll(".aim")];
    const seen = (each) => each.contains(document.elementFromPoint(boxOf(each).x + boxOf(each).width / 2, boxOf(each).y + boxOf(each).height / 2));
    if (!aims.some(seen)) aims[0]?.scrollIntoView({ block: "nearest" });
  }
  const strip = event.detail.querySelector("#stops");
  const pressed = strip?.querySelector("[aria-pressed=true]") ?? strip?.querySelector(".can-stop"); // where no place is shown, one where one may stop is in sight
  if (!pressed) return;
  const [box, place] = [strip.getBoundingClientRect(), pressed.getBoundingClientRect()];
  if (place.left < box.left || place.right > box.right) strip.scrollLeft += place.left - box.left - (box.width - place.width) / 2;
});

// A quiet tone as whoever sits here is asked for something that others' acts have led to. It is off until it is switched on, and this browser remembers that.
let tones = null;
function ring() {
  tones ??= new AudioContext();
  const [tone, quiet, end] = [tones.createOscillator(), tones.createGain(), tones.currentTime + .3];
  tone.frequency.value = 660;
  quiet.gain.setValueAtTime(.05, tones.currentTime);
  quiet.gain.exponentialRampToValueAtTime(.001, end);
  tone.connect(quiet).connect(tones.destination);
  tone.start();
  tone.stop(end);
}
function sound(is) {
  localStorage.setItem("sound", is);
  document.querySelector("[data-sound]")?.setAttribute("aria-pressed", String(is === "on"));
}
sound(localStorage.getItem("sound") ?? "off");
hear("click", "[data-sound]", (button) => {
  sound(button.ariaPressed === "true" ? "off" : "on");
  if (localStorage.getItem("sound") === "on") ring();
});

// Browsers give no clipboard to pages without encryption, such as those of a table in a home, nor where it is forbidden: an older way serves there.
async function copied(text, button) {
  let done = true;
  try { await navigator.clipboard.writeText(text); } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    button.after(field);
    field.select();
    done = document.execCommand("copy");
    field.remove();
    button.focus();
  }
  announce(button.textContent = done ? "Copied" : "Not copied: copy it by hand");
}

hear("submit", "form[data-do]", (form, event) => {
  event.preventDefault();
  clearTimeout(typing); // what is sent asks for no names any more
  for (const field of form.querySelectorAll("[data-kept]")) localStorage.setItem(field.dataset.kept, field.value);
  const fields = [...new FormData(form, event.submitter)].map(([name, value]) => [name, String(value)]);
  say({ ...wordsOf(form), ...Object.fromEntries(fields) });
  form.closest("dialog")?.close();
  for (const field of form.querySelectorAll("[data-once]")) field.value = "";
});

hear("change", "[data-change]", (field) => say({ ...field.dataset, do: field.dataset.change, value: field.value }));

let typing = 0;
hear("input", "[data-narrows]", (field) => {
  const wanted = field.value.toLowerCase().split(/\s+/);
  for (const each of document.getElementById(field.dataset.narrows).children) {
    each.hidden = !wanted.every((word) => each.textContent.toLowerCase().includes(word));
  }
});
hear("input", "[data-slide]", (slider) => slide({ do: slider.dataset.slide, value: slider.value }));
hear("input", "[data-typed]", (field) => {
  clearTimeout(typing);
  typing = setTimeout(() => say({ ...field.dataset, do: field.dataset.typed, value: field.value }), 150);
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

function unanswered() { // say the latest word that waits, also where the one before was lost with a connection
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
  unanswered();
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
    const next = go(event, element.parentNode.querySelectorAll("[data-point]"), element, by);
    element.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const bar = by && element.closest?.("[role=toolbar]");
  if (bar) {
    go(event, bar.querySelectorAll("button"), element, by);
    return;
  }
  if ((element.matches?.("input:not([type=range]), textarea, select") && event.key !== "Escape") || document.querySelector("dialog[open]")) return;
  const cards = by && element.matches?.(".card.face") && element.closest(".cards, ol");
  if (cards) {
    go(event, cards.querySelectorAll(".card.face"), element, by);
    return;
  }
  const strip = document.getElementById("strip");
  if (strip && by && !event.shiftKey && (element.matches?.("body, main, section, .panel, button, a, summary") ?? true)) {
    const shown = strip.querySelector("[aria-pressed=true]"); // from the place that is shown
    go(event, strip.querySelectorAll("button"), shown, by);
    return;
  }
  const found = [...document.querySelectorAll(`[data-key~="${CSS.escape(event.key)}"]`)].find((each) => each.offsetParent || each.closest("details"));
  if (!found) return;
  event.preventDefault();
  if (!found.matches("summary")) unfold(found);
  if (found.matches("input, textarea, section")) {
    found.focus();
    found.select?.();
  } else found.click();
});

// Move the focus by so many places in a row; at its end it stays.
function go(event, row, from, by) {
  event.preventDefault();
  const all = [...row];
  const next = all[all.indexOf(from) + by] ?? from ?? all[0];
  next?.focus();
  return next;
}

function announce(text) {
  document.getElementById("live")?.replaceChildren(text);
}

// The colours that a person has chosen, kept in this browser. No style sheet knows "auto": the system decides then.
const theme = (name) => {
  document.documentElement.dataset.theme = name;
  for (const each of document.querySelectorAll("[data-theme-to]")) each.setAttribute("aria-pressed", String(each.dataset.themeTo === name));
};
theme(localStorage.getItem("theme") ?? "auto");
hear("click", "[data-theme-to]", ({ dataset }) => {
  localStorage.setItem("theme", dataset.themeTo);
  theme(dataset.themeTo);
});

// Links to the other seats that whoever began the game brought along; they stay in this browser.
hear("click", "[data-invites]", ({ dataset }) => {
  say({ do: "invites", links: localStorage.getItem(`invites ${dataset.invites}`) || "" });
});

// A link that was opened again: its secret goes out of the address, and the links of others stay in this browser.
function hideSecret() {
  if (location.hash.length <= 20 || !location.pathname.startsWith("/game/")) return;
  const link = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  let others = [];
  try {
    [, ...others] = decodeURIComponent(link).split(",");
  } catch {} // a link that was cut inside of an escape such as %2C names nobody else
  if (others.length) localStorage.setItem(`invites ${location.pathname.split("/")[2]}`, others.join(","));
}
hideSecret();
addEventListener("hashchange", hideSecret);

// On the page of a game a new refusal, or an answer to one's own proposal, is scrolled into sight, wherever it stands; one that was there before is left alone.
// So is a shortcut that comes to be looked at, with its slider, its places and its board, the board behind that, and a new question about what was played by hand.
// Whoever types, or reads what stands below the board, is left there when others act. What stood in sight keeps its place for that frame; the page moves behind it.
document.addEventListener("drawn", (event) => {
  if (!location.pathname.startsWith("/game/")) return;
  const refusal = event.detail.querySelector(".refused[role=alert], .answered, .then");
  if (fresh(event.detail, refusal?.textContent)) refusal.scrollIntoView({ block: "nearest" });
  const shown = () => {
    const at = [document.activeElement.matches("input, textarea"), document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(".record")];
    const to = document.querySelector(document.querySelector(".looked-at .strip") ? ".table" : "#main"); // the news stand above the table
    if (document.querySelector(".foreseen") || !at.some(Boolean)) to.scrollIntoView();
  };
  if (fresh("looked at", document.querySelector(".looked-at .strip") ? "a shortcut" : "the game")) requestAnimationFrame(() => requestAnimationFrame(shown));
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

// The large view of a card: by pointing, by focus, by a long touch, or by a tap, above what is said of the card. It repeats what stands on the card, so it is hidden from screen readers.
let large = null;
let longTouch = 0;
function enlarge(card, tapped = false) {
  if (large?.className && !tapped) return; // until the next tap
  large?.remove();
  large = null;
  if (!card || (!tapped && document.querySelector(".on-card"))) return;
  large = document.createElement("div");
  if (tapped) large.className = "tapped-on";
  large.id = "large";
  large.setAttribute("aria-hidden", "true");
  const copy = document.createElement("div");
  copy.className = card.className.replace(/\b(tapped|may|asks|reads|aim|chosen|back)\b/g, "");
  copy.innerHTML = card.innerHTML;
  for (const each of copy.querySelectorAll("[id]")) each.removeAttribute("id");
  large.append(copy);
  document.body.append(large);
  if (tapped) return;
  const [from, box] = [boxOf(card.closest(".candidate") ?? card), boxOf(large)];
  const y = Math.max(4, Math.min(from.top, innerHeight - box.height - 4));
  const kept = [card, ...document.querySelectorAll(".stack li, .aim, .on-card")].map(boxOf); // what is not covered, or as little as can be
  const covers = (x, kept) => kept.filter((each) => each.right > x && each.left < x + box.width && each.bottom > y && each.top < y + box.height).length;
  const beside = [from.right + 8, from.left - 8 - box.width, innerWidth - box.width - 4, 4].filter((x) => x >= 4 && x + box.width <= innerWidth);
  const x = beside.reduce((best, each) => (covers(each, kept) < covers(best, kept) ? each : best));
  if (covers(x, [...document.querySelectorAll(".aim")].map(boxOf))) return enlarge(null); // what can be aimed at is never covered
  large.animate([{ left: `${x}px`, top: `${y}px` }], { fill: "forwards" }); // the policy allows no attribute "style"
}
const faceOf = ({ target }) => target.closest?.(".card.face") ?? target.closest?.(":has(> .candidate)")?.querySelector(".card.face");
let rests = ""; // where the mouse was last: what is drawn below a mouse that rests is not pointed at
const points = ({ clientX, clientY }) => rests !== (rests = `${clientX} ${clientY}`);
document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse" && points(event) && faceOf(event) !== document.activeElement) enlarge(faceOf(event)); });
for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, points, { passive: true });
document.addEventListener("focusin", (event) => { const card = faceOf(event); enlarge(event.target.matches(":focus-visible") ? card : null); });
document.addEventListener("focusout", () => enlarge(null));
document.addEventListener("pointerdown", (event) => {
  clearTimeout(longTouch);
  const card = faceOf(event);
  if (event.pointerType === "touch" && card) longTouch = setTimeout(() => enlarge(card), 450);
});
for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, () => { clearTimeout(longTouch); if (name !== "pointerup") enlarge(null); }, true);
document.addEventListener("drawn", () => { if (large) enlarge(null, Boolean(document.querySelector(".aim"))); });
document.addEventListener("click", ({ pointerType, detail, target }) => {
  if (!detail && target.matches(".reads")) enlarge(target); // by Enter or Space
  if (pointerType === "touch" || large?.className) enlarge(pointerType === "touch" ? target.closest(".card.face:not([data-piece], [data-do=stack], [aria-pressed], .aim, #large *)") : null, true);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") enlarge(null, true); }, true);

// Cards are as large as the window has room for: in steps, and the board ends above the lower edge of the window, or above the sheet there.
// Where cards leave, the others grow only if two larger steps have room.
const SIZES = [2.8, 3, 3.2, 3.45, 3.7, 4, 4.3, 4.65, 5, 5.4, 5.8, 6.3, 6.8, 7.3, 7.9, 8.5, 9.2, 9.9, 10.7, 11.5, 12.4]; // rem
let fitted = {};
window.fit = function (drawn) {
  const board = document.querySelector(".table .board");
  if (!board || (drawn && !drawn.some((each) => each.matches(".middle, .acts")))) return;
  const part = board.closest("[data-part]");
  const from = board.closest(".looked-at") ? boxOf(part).top : -scrollY; // the page goes to where a shortcut is looked at
  const floats = getComputedStyle(document.querySelector(".sheet")).position === "fixed";
  const high = (which) => Math.max(0, ...[...document.querySelectorAll(which)].filter((each) => floats && each.offsetHeight).map((each) => innerHeight - boxOf(each).top));
  const under = Math.min(innerHeight * 0.42, high(".acts > *, .sheet:has(> .acts:empty) > .news > * > *"));
  // what has the focus is scrolled above all that floats (WCAG 2.2, 2.4.11)
  document.documentElement.style.setProperty("--under", floats ? `${high(".acts > *, .news > * > *, .sheet > div:not(.news) > *, .on-card")}px` : "");
  const room = Math.max(300, Math.floor(innerHeight - under - 6 - boxOf(board).top + from));
  const fits = (step) => { part.style.setProperty("--fit", `${SIZES[step]}rem`); return boxOf(board).height <= room + 1; };
  part.style.setProperty("--room", `${room}px`);
  part.style.setProperty("--under-board", `${under}px`);
  let [low, over, near] = [0, SIZES.length, Math.min(fitted.step + 1, SIZES.length - 1)]; // what does not fit beside the last size is tried first
  for (let tried = 0; over - low > 1; tried += 1) {
    const next = tried < 2 && near > low && near < over ? near : (low + over) >> 1;
    if (fits(next)) [low, near] = [next, fitted.step + 2]; else [over, near] = [next, fitted.step];
  }
  const where = `${innerWidth} ${room}`;
  if (fitted.where === where && fitted.step === low - 1) low -= 1;
  part.style.setProperty("--fit", `${SIZES[low]}rem`);
  fitted = { where, step: low };
  document.documentElement.dataset.fitted = "";
};
fit();
addEventListener("resize", () => fit());

// Lines from what lies on the stack, and from declared creatures, to what they aim at, and thin ones to what it comes from, by what the board calls its objects, or to the edge of a player's half. What aims stands in words on the card, too.
// They run between the cards, beside the board and in the gap above a row, so that they cross no text.
function aim() {
  document.getElementById("aims")?.remove();
  const lines = [];
  for (const from of document.querySelectorAll(".board :is([data-aims], [data-from])")) {
    for (const name of [...(from.dataset.aims?.split(" ") ?? []), from.dataset.from ?? ""]) {
      const to = document.querySelector(`.board [data-object="${CSS.escape(name)}"]`);
      if (!to || !from.checkVisibility() || !to.checkVisibility()) continue;
      const player = to.matches("h2") && to.closest(".player");
      const [a, b, half] = [from.querySelector(".card") ?? from, player || (to.querySelector(".card") ?? to), to.closest(".player, .stack")].map(boxOf);
      const above = a.left < half.right; // a strip of a narrow page: the line leaves the entry at its foot
      const [x, y, gutter] = [above ? a.left + 12 : a.left, above ? a.bottom : a.top + Math.min(a.height / 2, 24), Math.min(half.right + 3, innerWidth - 4)].map(Math.round);
      const [u, v] = (player ? [half.right - 1, half.top + 16] : [b.left + b.width / 2, b.top - 2]).map(Math.round);
      const [kind, size] = name === from.dataset.from ? ["from", 4] : ["aims", 6];
      lines.push(`<g class="${kind}"><path d="M${x} ${y} ${above ? `v4 ` : ""}H${gutter} V${v} H${u}"/><circle cx="${u}" cy="${v}" r="${size}"/></g>`);
    }
  }
  if (lines.length) document.body.insertAdjacentHTML("beforeend", `<svg id="aims" aria-hidden="true">${lines.join("")}</svg>`);
}
let aiming = 0;
for (const name of ["drawn", "scroll", "resize", "toggle"]) addEventListener(name, () => { cancelAnimationFrame(aiming); aiming = requestAnimationFrame(aim); }, { capture: true, passive: true });
