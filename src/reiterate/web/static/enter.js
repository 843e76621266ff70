// The way in: the secret behind # is exchanged for a cookie and disappears from the address. No browser sends what stands behind #.
"use strict";

const said = document.getElementById("said");
const [secret, ...others] = decodeURIComponent(location.hash.slice(1)).split(",");
const [, , game] = location.pathname.split("/");

async function enter() {
  if (!secret) {
    said.textContent = "This page needs the whole link, with the secret behind #.";
    return;
  }
  if (others.length) localStorage.setItem(`invites ${game}`, others.join(","));
  const got = await fetch(`${location.pathname}/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret }),
  });
  if (got.ok) {
    location.replace(location.pathname);
  } else {
    const told = await got.json().catch(() => ({ detail: "the server does not answer", expected: "" }));
    said.textContent = `${told.detail}${told.expected ? ` (accepted would be: ${told.expected})` : ""}`;
  }
}

enter().catch(() => {
  said.textContent = "The server does not answer.";
});
