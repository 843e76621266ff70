// Each step of the scale shows its own value: the policy allows no attribute "style".
"use strict";
for (const each of document.querySelectorAll("[data-token]")) each.style.setProperty("--step", `var(--${each.dataset.token})`);
