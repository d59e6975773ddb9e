// Short sounds, made by the page itself: a knock of wood for a move, and others that tell events apart by ear.

/** Tones by event: waveform, first and last frequency in hertz, start and length in seconds, loudness. */
const TONES = {
  move: [["sine", 420, 90, 0, 0.1, 0.4]],
  capture: [["sine", 300, 60, 0, 0.14, 0.5], ["triangle", 1400, 300, 0, 0.05, 0.25]],
  check: [["triangle", 660, 660, 0, 0.14, 0.25], ["triangle", 880, 880, 0.12, 0.22, 0.25]],
  end: [
    ["triangle", 523, 523, 0, 0.24, 0.22], ["triangle", 659, 659, 0.16, 0.26, 0.22],
    ["triangle", 784, 784, 0.32, 0.5, 0.22],
  ],
  turn: [["sine", 988, 988, 0, 0.1, 0.15], ["sine", 1319, 1319, 0.09, 0.2, 0.15]],
};
const SILENT = 0.001;

let audio = null;

/** Plays the sound of an event. A browser lets a page be heard only after it was touched. */
export function play(kind) {
  try {
    audio ??= new AudioContext();
  } catch {
    // No sound where the system has none.
    return;
  }
  if (audio.state === "suspended") audio.resume();
  for (const [type, first, last, start, length, loudness] of TONES[kind]) {
    const from = audio.currentTime + start;
    const [oscillator, gain] = [new OscillatorNode(audio, { type, frequency: first }), new GainNode(audio)];
    oscillator.frequency.setValueAtTime(first, from);
    oscillator.frequency.exponentialRampToValueAtTime(last, from + length);
    gain.gain.setValueAtTime(loudness, from);
    gain.gain.exponentialRampToValueAtTime(SILENT, from + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(from);
    oscillator.stop(from + length);
  }
}

/** The sound of a move: the most important of what it does. */
export const soundOfMove = ({ isEnd, isCheck, isCapture }) =>
  isEnd ? "end" : isCheck ? "check" : isCapture ? "capture" : "move";
