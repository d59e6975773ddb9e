// The page's words in its language.

import { WORDS } from "./vocabulary.js";

const words = { ...WORDS };
let index = 0;

/** Adds the words of a part of the page: [Chinese, English] by key. */
export const addWords = (more) => Object.assign(words, more);

/** Writes the page in a language, "zh" or "en". Elements name their texts in `data-t`, `data-title` and the like. */
export function setLanguage(language) {
  index = language === "en" ? 1 : 0;
  document.documentElement.lang = language === "en" ? "en" : "zh";
  /** @type {(key: string, write: (element: any, text: string) => void) => void} */
  const each = (key, write) => {
    /** @type {NodeListOf<HTMLElement>} */
    const found = document.querySelectorAll(`[data-${key}]`);
    for (const element of found) write(element, say(element.dataset[key]));
  };
  each("t", (element, text) => (element.textContent = text));
  each("title", (element, text) => {
    element.title = text;
    element.setAttribute("aria-label", text);
  });
  each("label", (element, text) => element.setAttribute("aria-label", text));
  each("placeholder", (element, text) => (element.placeholder = text));
}

const DIGITS = "零一二三四五六七八九";

/** A number below a hundred as Chinese texts count moves. */
function spelled(count) {
  if (Number(count) === 2) return "两";
  const [tens, ones] = [Math.floor(count / 10), count % 10];
  if (tens > 9) return count;
  return tens === 0 ? DIGITS[ones] : `${tens > 1 ? DIGITS[tens] : ""}十${ones ? DIGITS[ones] : ""}`;
}

/** The text of `key` in the page's language, with `{0}`, `{1}` … replaced, `{#0}` by a number in Chinese characters. */
export function say(key, ...values) {
  const text = (words[key] ?? [key, key])[index];
  return text.replace(/\{(#?)(\d)\}/g, (_, sign, n) => (sign ? spelled(values[Number(n)]) : values[Number(n)]) ?? "");
}

/** One of two texts that came from the engine: `{zh, en}`. */
export const pick = (both) => (both ? (index === 1 ? both.en : both.zh) : "");

/** What `write` says in both languages: `{zh, en}`. */
export function inBoth(write) {
  const now = index;
  const both = {};
  for (const [at, language] of ["zh", "en"].entries()) {
    index = at;
    both[language] = write();
  }
  index = now;
  return both;
}

export const isEnglish = () => index === 1;
