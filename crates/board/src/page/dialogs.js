// What the page tells and asks in boxes of its own.

import { $ } from "./dom.js";
import { Lost, Refused } from "./link.js";
import { pick, say } from "./words.js";

/** Milliseconds that a message stays. */
const SHORT = 3500;
const LONG = 6000;
let timer = 0;

/** A message that goes by itself. */
export function toast(text, isError = false) {
  const place = $("toast");
  place.textContent = text;
  place.classList.toggle("error", isError);
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (place.hidden = true), isError ? LONG : SHORT);
}

export function reasonOf(error) {
  if (error instanceof Refused) return pick(error.reason);
  return error instanceof Lost ? say("lost") : String(error);
}

export const complain = (error) => toast(reasonOf(error), true);

/** A text to read, until it is closed. */
export function tell(title, ...content) {
  $("text-title").textContent = title;
  $("text-body").replaceChildren(...content);
  $("text-dialog").showModal();
}

/** Asks before something is done; `label` is on the button that does it. */
export function confirmed(text, label) {
  const dialog = $("ask-dialog");
  $("ask-text").textContent = text;
  $("ask-yes").textContent = label;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(dialog.returnValue === "ok"), { once: true });
  });
}
