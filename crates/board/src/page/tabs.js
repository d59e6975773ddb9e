// The panels beside the board, of which one is open.

import { emit } from "./actions.js";
import { $ } from "./dom.js";
import { isNarrow } from "./narrow.js";

/** @type {() => NodeListOf<HTMLElement>} */
const tabs = () => document.querySelectorAll("[role=tab]");

export function openTab(name) {
  for (const tab of tabs()) {
    const isOpen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
  emit("tab", name);
}

for (const tab of tabs()) {
  tab.addEventListener("click", () => {
    openTab(tab.id.slice(4));
    // What does not need the board comes into a narrow window.
    if (isNarrow() && /file|settings/.test(tab.id)) tab.scrollIntoView();
  });
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
    if (!step || !tab[step]) return;
    tab[step].focus();
    event.stopPropagation();
  });
}

openTab("game");
