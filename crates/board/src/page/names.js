// What the players of a game are called.

import { state } from "./state.js";
import { say } from "./words.js";

const nameOf = ({ kind, level, time }) =>
  ({ human: say("human"), level: say("engineName", level) })[kind] ?? say("engineNameTime", time);

const isPerson = ({ kind }) => kind === "human";

/** The tag of the player himself in a game against the engine, where he has given his name. */
export function ownName({ red, black }) {
  const { name } = state.tastes;
  if (!name || isPerson(red) === isPerson(black)) return {};
  return { [isPerson(red) ? "Red" : "Black"]: name };
}

/** Both players' names as tags: those of the game's file, or else who plays. Nobody is named in a file without names. */
export function namesOf(tags = {}, { players, isOpened }) {
  const played = { Red: nameOf(players.red), Black: nameOf(players.black), ...ownName(players) };
  const named = { ...(isOpened ? {} : played) };
  for (const tag of ["Red", "Black"]) if (tags[tag]) named[tag] = tags[tag];
  return named;
}

/** The tree of a game with both players' names. */
export const named = ({ tree, game }) => ({ ...tree, tags: { ...tree.tags, ...namesOf(tree.tags, game) } });
