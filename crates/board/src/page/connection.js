// The connection to the engine: lost, found again, resting while nobody sees the page.

import { emit, on } from "./actions.js";
import { toast } from "./dialogs.js";
import { $ } from "./dom.js";
import { look, want } from "./link.js";
import { refresh } from "./position.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** How often a hidden page whose game waits for the engine looks for the answer, in milliseconds. */
const LOOK_EVERY = 2000;
let isClosed = false;

/** A page that nobody sees gives its stream back. */
export const wantStream = () => want(!document.hidden);

on("closed", () => {
  if (!isClosed) toast(say("lost"), true);
  isClosed = true;
});
on("open", () => {
  if (isClosed) {
    toast(say("back2"));
    emit("forgotten");
  }
  isClosed = false;
  wantStream();
});
// The server knows nothing of this page any more: all is asked for again.
on("forgotten", () => {
  state.searching = null;
  refresh({ isPlayed: true });
});
on("loading", (data) => {
  $("loading").hidden = Boolean(data.isDone);
  $("loading").querySelector("progress").value = data.part;
});

document.addEventListener("visibilitychange", wantStream);
setInterval(() => document.hidden && state.searching && look(), LOOK_EVERY);
