// The board as a picture, to copy or to save.

import { addActions } from "./actions.js";
import { toast } from "./dialogs.js";
import { element } from "./dom.js";
import { drawn } from "./drawing.js";
import { download } from "./files.js";
import { board } from "./position.js";
import { say } from "./words.js";

const SHOWN_BY_STYLE = [
  "fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family",
  "text-anchor",
];

/** A copy of an SVG element that looks the same where there is no style sheet. */
function withItsStyle(source) {
  const copy = source.cloneNode(true);
  const copies = [copy, ...copy.querySelectorAll("*")];
  [source, ...source.querySelectorAll("*")].forEach((part, at) => {
    const style = getComputedStyle(part);
    for (const key of SHOWN_BY_STYLE) copies[at].style.setProperty(key, style.getPropertyValue(key));
  });
  return copy;
}

/** The board as an SVG of its own, with its colours and shapes inside. */
function picture() {
  const copy = withItsStyle(board.svg);
  for (const layer of copy.querySelectorAll(".cursor, .chosen, .dots, .shade")) layer.remove();
  const defs = drawn("defs", {});
  for (const id of new Set([...copy.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)))) {
    const symbol = document.getElementById(id);
    if (symbol) defs.append(withItsStyle(symbol));
  }
  copy.prepend(defs);
  copy.setAttribute("width", board.size.width);
  copy.setAttribute("height", board.size.height);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** @returns {Promise<Blob>} */
async function pictureAsPng() {
  const address = URL.createObjectURL(picture());
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = board.size;
  const canvas = element("canvas", { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(address);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function copyPicture() {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pictureAsPng() })]);
    toast(say("copied"));
  } catch {
    toast(say("notCopied"), true);
  }
}

addActions({
  "copy-picture": copyPicture,
  "save-picture": async () => download(await pictureAsPng(), "guohe.png"),
});
