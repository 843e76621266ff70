// The way in: the secret behind # is exchanged for a cookie and disappears from the address. No browser sends what stands behind #.
"use strict";

const said = document.getElementById("said");
const [, , game] = location.pathname.split("/");
const AGAIN = " This page asks again by itself.";
let tries = 0; // only what came of the latest link is told

function behindHash() {
  try {
    return decodeURIComponent(location.hash.slice(1)).split(",");
  } catch {
    return [""]; // a link that was cut inside of an escape such as %2C
  }
}

async function enter() {
  const mine = ++tries;
  const tell = (words, refused = true) => {
    if (mine !== tries) return;
    said.textContent = words;
    document.getElementById("home").hidden = !refused;
  };
  const later = (seconds) => mine === tries && setTimeout(enter, Math.min(seconds, 5) * 1000);
  const [secret, ...others] = behindHash();
  if (!secret) return tell("This page needs the whole link, with the secret behind #.");
  tell("Taking your seat …", false);
  if (others.length) localStorage.setItem(`invites ${game}`, others.join(","));
  try {
    const got = await fetch(`${location.pathname}/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret }),
    });
    if (got.ok) return location.replace(location.pathname);
    const told = await got.json().catch(() => ({ detail: "the server does not answer", expected: "" }));
    const words = told.detail[0].toUpperCase() + told.detail.slice(1);
    const busy = [429, 503].includes(got.status);
    tell(`${words}.${busy ? AGAIN : told.expected ? ` Try: ${told.expected}.` : ""}`, !busy);
    if (busy) later(Number(got.headers.get("retry-after")) || 3);
  } catch {
    tell(`The server does not answer.${AGAIN}`);
    later(3);
  }
}

addEventListener("hashchange", enter); // another link to this seat, opened here: the page is not loaded anew for it
enter();
