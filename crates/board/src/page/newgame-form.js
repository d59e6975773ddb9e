// The form of the dialog that begins a game: the words are filled in with those of the page.

import { $ } from "./dom.js";

/** Clocks to choose from: seconds, and seconds added for each move. */
const CLOCKS = [[180, 2], [300, 3], [600, 5], [1200, 10], [3600, 30]];
/** Both kings, for a colour by chance. */
const BOTH = `<use href="#gd-sK" transform="translate(-13 -13) scale(.7)"/>
          <use href="#gd-sk" transform="translate(13 13) scale(.7)"/>`;

const clock = ([seconds, more]) => `<option value="${seconds}+${more}">${seconds / 60} + ${more}</option>`;

const color = (name, word, pieces) => `<button type="button" data-color="${name}">
          <svg viewBox="-48 -48 96 96" aria-hidden="true">${pieces}</svg><span data-t="${word}"></span></button>`;

/** Who plays a colour, where the player chooses both. */
const side = (name, label) => `<fieldset><legend data-t="${name}"></legend>
        <select id="${name}-player" data-label="${name}"></select>
        <label class="range"><input id="${name}-level" type="range" min="0" max="20" data-label="${label}">
          <output for="${name}-level"></output></label>
        <label class="stack time"><span data-t="secondsAMove"></span>
          <input id="${name}-time" type="number" min="0.1" max="600" step="0.1" inputmode="decimal"></label>
      </fieldset>`;

$("new-dialog").innerHTML = `
  <form method="dialog">
    <h2 data-t="newGame"></h2>
    <section class="quick">
      <div class="level" data-part="quick">
        <label for="quick-level" data-t="level"></label><output id="quick-name" for="quick-level"></output>
        <button type="button" id="suits" class="suits" data-title="suitsHint"></button>
      </div>
      <input id="quick-level" data-part="quick" type="range" min="0" max="20">
      <div class="clock-row">
        <label class="inline"><span data-t="clock"></span>
          <select id="clock">
            <option value="" data-t="noClock"></option>${CLOCKS.map(clock).join("")}<option value="own" data-t="ownClock"></option>
          </select></label>
        <span id="own-clock" class="clock-row" hidden>
          <label class="inline"><input id="own-minutes" type="number" min="0.5" max="600" step="0.5" value="10" inputmode="decimal"> <span data-t="minutes"></span></label>
          <label class="inline"><span data-t="eachMove"></span> <input id="own-increment" type="number" min="0" max="600" step="1" value="0" inputmode="numeric"> <span data-t="increment"></span></label>
        </span>
      </div>
      <div class="colors" data-part="quick" role="group" data-label="yourSide">
        ${color("red", "playRed", '<use href="#gd-sK"/>')}
        ${color("random", "playRandom", BOTH)}
        ${color("black", "playBlack", '<use href="#gd-sk"/>')}
      </div>
    </section>
    <details id="other-games">
      <summary data-t="otherGames"></summary>
    <div class="sides">
      ${side("red", "levelOfRed")}${side("black", "levelOfBlack")}
    </div>
    <div class="grid">
      <label><span data-t="startFrom"></span><select id="start-from"></select></label>
    </div>
    </details>
    <menu>
      <button value="ok" class="primary" data-part="other" data-t="begin"></button>
      <button value="cancel" formnovalidate data-t="cancel"></button>
    </menu>
  </form>`;
