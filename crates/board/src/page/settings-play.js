// The settings of playing: the look of board and pieces, sounds, premove.

import { on } from "./actions.js";
import { $ } from "./dom.js";
import { tune } from "./settings.js";
import { play } from "./sounds.js";
import { saveTastes, state } from "./state.js";

const THEMES = ["wood", "plain", "contrast"];
const { tastes } = state;
// An earlier page knew one sound only.
tastes.sounds ??= { move: Boolean(tastes.sound) };
tastes.shaded ??= true;
tastes.premove ??= true;

/** @type {() => NodeListOf<HTMLInputElement>} */
const inputs = () => document.querySelectorAll("[data-sound]");

on("tastes", () => {
  const theme = THEMES.includes(tastes.board) ? tastes.board : THEMES[0];
  document.documentElement.dataset.board = theme;
  document.documentElement.toggleAttribute("data-shaded", tastes.shaded);
  $("board-theme").value = theme;
  $("my-name").value = tastes.name ?? "";
  for (const input of inputs()) input.checked = Boolean(tastes.sounds[input.dataset.sound]);
});

tune("board-theme", (input) => (tastes.board = input.value));
tune("my-name", (input) => (tastes.name = input.value.trim()));
for (const input of inputs()) {
  input.addEventListener("change", () => {
    tastes.sounds[input.dataset.sound] = input.checked;
    saveTastes();
    // Heard at once, so that the player knows what he has chosen.
    if (input.checked) play(input.dataset.sound);
  });
}
