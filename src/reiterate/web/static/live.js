// The connection of a page: what a person does goes to the server, and parts of the page come back drawn anew.
//
// tell(words)         sends words; false while there is no connection
// event "drawn"       on the document, with the part that was drawn, also for each part that the page came with
// <body data-live>    while the connection is there
//
// land(element)       moves the focus to an element, also to one that is no control
//
// What a person is at stays where a part is drawn anew: focus, text in fields, what is unfolded. Where what has the focus is gone, the
// focus goes to the heir that it names (<x data-heir="ID">), to what stood around it, or to where one goes on (<x data-home>).
"use strict";

{
  const SAYS = 15000; // milliseconds after which the browser says that it is there, and within which it has to be answered
  const NO_PAGE = 4404;
  const REPLACED = 4409;
  const FIELDS = "input[id]:not([type=range]), textarea[id], select[id]";

  let line = null;
  let version = document.body.dataset.version;
  let silent = 0; // words on being there that are not answered
  let pauses = 0; // attempts to connect since the connection was lost

  window.tell = function (words) {
    if (line?.readyState !== WebSocket.OPEN) return false;
    line.send(JSON.stringify(words));
    return true;
  };

  const alike = (root, html) => [...root.querySelectorAll(html.match(/\w+/)[0])].filter((each) => each.outerHTML === html);

  function placeOf(root, at) {
    const around = [];
    for (let each = at; each; each = each.parentElement) if (each.id && (each === at || each.matches("section, details, [role=group]"))) around.push(each.id);
    const heir = at.closest("[data-heir]")?.dataset.heir;
    const html = at.outerHTML;
    return { id: at.id, html, nth: alike(root, html).indexOf(at), next: heir ? [heir, ...around] : around, caret: "selectionStart" in at && at.type !== "range" ? at.selectionStart : null };
  }

  window.land = function (element) {
    if (element.tabIndex < 0) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    if (element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
  };

  function refocused(root, was) {
    const same = was.id ? document.getElementById(was.id) : alike(root, was.html)[was.nth];
    if (!same || document.activeElement === same) return;
    if (same.tabIndex < 0) same.tabIndex = -1; // a part that had inherited the focus
    same.focus({ preventScroll: true });
    if (was.caret !== null && same.setSelectionRange && same.type !== "number") same.setSelectionRange(was.caret, was.caret);
  }

  function inherited(was) {
    const next = was.next.map((id) => document.getElementById(id)).find((each) => each?.checkVisibility());
    land(next ?? document.querySelector("[data-home] > section, section[data-home]") ?? document.getElementById("main"));
  }

  function kept(root) {
    const at = document.activeElement;
    const untouched = (each) => each.matches("textarea") && each.value === each.defaultValue; // takes what the server writes next
    const fields = [...root.querySelectorAll(FIELDS)].filter((each) => !each.hasAttribute("data-fresh") && !untouched(each));
    return {
      place: root.contains(at) ? placeOf(root, at) : null,
      typed: fields.map((each) => [each.id, each.value, each.checked, each.dataset.about]),
      open: [...root.querySelectorAll("details[id]")].map((each) => [each.id, each.open]),
      scrolled: [...root.querySelectorAll("[id][data-scrolls]")].map((each) => [each.id, each.scrollLeft, each.scrollTop]),
    };
  }

  function restored(root, was) {
    const find = (id) => root.querySelector(`#${CSS.escape(id)}`);
    for (const [id, value, checked, about] of was.typed) {
      const field = find(id);
      if (!field || field.hasAttribute("data-fresh") || field.dataset.about !== about) continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
      else field.value = value;
    }
    for (const [id, open] of was.open) {
      const details = find(id);
      if (details && !details.hasAttribute("data-opens")) details.open = open;
    }
    for (const [id, left, top] of was.scrolled) find(id)?.scrollTo(left, top);
    if (was.place) refocused(root, was.place);
  }

  const drawn = (part) => document.dispatchEvent(new CustomEvent("drawn", { detail: part }));

  // What is looked at stays where it is seen, also where parts above it grow: what has the focus, and where that goes the lowest part in sight. What floats stays anyway.
  function lookedAt() {
    const [at, x] = [document.activeElement, innerWidth / 2];
    const boxes = [...document.querySelectorAll("[data-part]:not([data-floats] *)")].map((each) => [each, each.getBoundingClientRect()]);
    const part = boxes.findLast(([, box]) => box.height && box.top < innerHeight && box.bottom > 0 && box.left < x && box.right > x);
    const focus = at && at !== document.body && !at.matches("[data-floats] *") ? [at, at.getBoundingClientRect()] : null;
    return [focus && focus[1].top >= 0 && focus[1].top < innerHeight ? focus : null, part].filter(Boolean).map(([each, box]) => [each, box.top]);
  }

  // The page stays as long as what is seen of it: at its end nothing moves as parts become shorter.
  const holdsItsEnd = () => { document.body.style.minHeight = `${Math.floor(scrollY + innerHeight)}px`; };

  function draw(parts) {
    let left = null; // where the focus was, if what had it is gone
    const [seen, changed] = [lookedAt(), []];
    holdsItsEnd();
    for (const [number, html] of Object.entries(parts)) {
      changed.push(document.querySelector(`[data-part="${number}"]`));
      const was = kept(changed.at(-1));
      changed.at(-1).innerHTML = html;
      restored(changed.at(-1), was);
      if (document.activeElement === document.body) left ??= was.place;
    }
    window.fit?.(changed); // once for all parts: each time the board is laid out several times
    const [same, top] = seen.map(([at, top]) => [at.isConnected ? at : document.getElementById(at.id), top]).find(([at]) => at) ?? [];
    if (scrollY && same) scrollBy({ top: same.getBoundingClientRect().top - top, behavior: "instant" });
    holdsItsEnd();
    changed.forEach(drawn);
    if (left && document.activeElement === document.body) inherited(left);
  }

  // A part that is drawn between pressing and letting go takes the click away: what comes meanwhile is drawn just behind the click.
  let waiting = null;
  let release = 0;

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("button, a, summary, label, [data-do]")) return;
    waiting ??= {};
    clearTimeout(release);
    release = setTimeout(released, 10000); // let go outside of the window, which nobody hears of
  }, true);
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      clearTimeout(release);
      release = setTimeout(released, 0);
    }, true);
  }

  function released() {
    const parts = waiting ?? {};
    waiting = null;
    draw(parts);
  }

  const lost = (words) => Object.assign(document.getElementById("lost"), { textContent: words, hidden: !words });

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    line = new WebSocket(`${scheme}://${location.host}/live/${document.body.dataset.page}?version=${version}`);
    line.addEventListener("open", () => {
      document.body.dataset.live = "";
      silent = pauses = 0;
      lost("");
    });
    line.addEventListener("message", (event) => {
      const said = JSON.parse(event.data);
      silent = 0;
      if (!said.parts) return;
      version = said.version;
      if (waiting) Object.assign(waiting, said.parts);
      else draw(said.parts);
    });
    line.addEventListener("close", (event) => {
      delete document.body.dataset.live;
      // The server has begun anew, or the page was gone for long. A page that is new and gone is asked for with pauses.
      if (event.code === NO_PAGE) setTimeout(() => location.reload(), performance.now() > 5000 ? 0 : 4000);
      if (event.code === NO_PAGE || event.code === REPLACED) return;
      lost("The connection is lost. Trying to connect again …");
      setTimeout(connect, Math.min(250 * 2 ** pauses++, 4000));
    });
  }

  setInterval(() => {
    if (!tell({ alive: "1" })) return;
    silent += 1;
    if (silent > 1) line.close();
  }, SAYS);

  addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-part]").forEach(drawn);
    connect();
  });
}
