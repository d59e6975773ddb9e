// The settings of playing: the look of board and pieces, sounds, premove.

import { on } from "./actions.js";
import { $ } from "./dom.js";
import { tune } from "./settings.js";
import { play } from "./sounds.js";
import { saveTastes, state } from "./state.js";

const { tastes } = state;

/** @type {() => NodeListOf<HTMLInputElement>} */
const inputs = () => document.querySelectorAll("[data-sound]");

on("tastes", () => {
  document.documentElement.dataset.board = tastes.board;
  document.documentElement.toggleAttribute("data-shaded", tastes.shaded);
  $("board-theme").value = tastes.board;
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
