// A short wooden knock for a move, made rather than loaded, and a tick where the device can shake.

import { state } from "./state.js";

/** Milliseconds. */
const TICK = 12;
let audio = null;

export function knock() {
  // Browsers complain about a page that shakes before it was touched.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK);
  if (!state.tastes.sound) return;
  audio ??= new AudioContext();
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.setValueAtTime(420, audio.currentTime);
  oscillator.frequency.exponentialRampToValueAtTime(90, audio.currentTime + 0.06);
  gain.gain.setValueAtTime(0.4, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start();
  oscillator.stop(audio.currentTime + 0.1);
}
