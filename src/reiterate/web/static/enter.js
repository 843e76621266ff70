// The way in: the secret behind # is exchanged for a cookie and disappears from the address. No browser sends what stands behind #.
"use strict";

const said = document.getElementById("said");
const [, , game] = location.pathname.split("/");
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
    tell(`${words}.${told.expected ? ` Try: ${told.expected}.` : ""}`);
  } catch {
    tell("The server does not answer.");
  }
}

addEventListener("hashchange", enter); // another link to this seat, opened here: the page is not loaded anew for it
enter();
