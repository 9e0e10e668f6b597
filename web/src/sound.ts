/** Sounds, made on the spot: wood, paper and a few notes. Never the only signal for anything. */

import { settings } from "./settings.svelte";

export type Sound =
  | "play"
  | "draw"
  | "penalty"
  | "skip"
  | "reverse"
  | "wild"
  | "turn"
  | "tick"
  | "uno"
  | "end"
  | "refused";

let context: AudioContext | null = null;
let out: GainNode | null = null;
let noise: AudioBuffer | null = null;

/** Browsers let a page sound only after it was touched; before that nothing is made at all. */
function wake(): void {
  if (typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  } catch {
    context = null; // no device to play on
  }
}

/** Listen for the first touch or key; return how to stop listening. */
export function awaitGesture(): () => void {
  // whoever pressed a button on the way here need not wait for it with the first card
  const early = navigator.userActivation?.hasBeenActive === true ? setTimeout(wake, 400) : undefined;
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  return () => {
    clearTimeout(early);
    removeEventListener("pointerdown", wake);
    removeEventListener("keydown", wake);
  };
}

function output(audio: AudioContext): GainNode {
  if (out === null || out.context !== audio) {
    out = audio.createGain();
    out.connect(audio.destination);
  }
  out.gain.value = settings.volume * settings.volume; // as loudness is heard
  return out;
}

function hiss(audio: AudioContext): AudioBuffer {
  if (noise === null) {
    noise = audio.createBuffer(1, audio.sampleRate * 0.4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  return noise;
}

interface Shape {
  at?: number;
  lasts: number;
  loud?: number;
  /** Rise instead of fall: the same sound backwards. */
  backwards?: boolean;
}

function envelope(audio: AudioContext, { at = 0, lasts, loud = 0.5, backwards }: Shape): GainNode {
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  const peak = backwards === true ? start + lasts * 0.9 : start + 0.006;
  gain.gain.exponentialRampToValueAtTime(loud, peak);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  gain.connect(output(audio));
  return gain;
}

function tone(
  audio: AudioContext,
  hertz: number,
  shape: Shape,
  wave: OscillatorType = "sine",
  to = hertz,
): void {
  const start = audio.currentTime + (shape.at ?? 0);
  const voice = audio.createOscillator();
  voice.type = wave;
  voice.frequency.setValueAtTime(hertz, start);
  if (to !== hertz) voice.frequency.exponentialRampToValueAtTime(to, start + shape.lasts);
  voice.connect(envelope(audio, shape));
  voice.start(start);
  voice.stop(start + shape.lasts + 0.02);
}

function paper(audio: AudioContext, hertz: number, shape: Shape, width = 1.2): void {
  const start = audio.currentTime + (shape.at ?? 0);
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = hertz;
  band.Q.value = width;
  source.connect(band).connect(envelope(audio, shape));
  source.start(start);
  source.stop(start + shape.lasts + 0.02);
}

const wood = (audio: AudioContext, at: number, hertz = 620): void => {
  tone(audio, hertz, { at, lasts: 0.09, loud: 0.45 }, "triangle", hertz * 0.7);
  paper(audio, hertz * 3, { at, lasts: 0.03, loud: 0.2 });
};

const PITCH: Record<string, number> = { R: 900, Y: 1250, G: 1650, B: 2150 };

const SOUNDS: Record<Sound, (audio: AudioContext, card: string, count: number) => void> = {
  play: (audio, card) => {
    const hertz = PITCH[card.charAt(0)] ?? 1400;
    paper(audio, hertz, { lasts: 0.09, loud: 0.7 });
    tone(audio, hertz / 8, { lasts: 0.07, loud: 0.3 });
  },
  draw: (audio) => paper(audio, 3200, { lasts: 0.16, loud: 0.3, backwards: true }, 0.7),
  penalty: (audio, _, count) => {
    for (let i = 0; i < Math.min(count, 4); i += 1) wood(audio, i * 0.085, 620 - i * 40);
  },
  skip: (audio) => tone(audio, 190, { lasts: 0.12, loud: 0.5 }, "triangle", 120),
  reverse: (audio) => tone(audio, 120, { lasts: 0.2, loud: 0.5, backwards: true }, "triangle", 190),
  wild: (audio) =>
    [392, 494, 587, 784].forEach((hertz, i) =>
      tone(audio, hertz, { at: i * 0.07, lasts: 0.16, loud: 0.25 }, "triangle"),
    ),
  turn: (audio) => {
    tone(audio, 587, { lasts: 0.16, loud: 0.22 });
    tone(audio, 784, { at: 0.1, lasts: 0.24, loud: 0.22 });
  },
  tick: (audio) => tone(audio, 1320, { lasts: 0.04, loud: 0.18 }, "triangle"),
  uno: (audio) => {
    paper(audio, 1900, { lasts: 0.12, loud: 0.9 }, 0.6);
    paper(audio, 2300, { at: 0.016, lasts: 0.14, loud: 0.6 }, 0.6);
  },
  end: (audio) =>
    [392, 494, 587, 784].forEach((hertz, i) =>
      tone(audio, hertz, { at: i * 0.03, lasts: 0.85, loud: 0.16 }, "triangle"),
    ),
  refused: (audio) => tone(audio, 150, { lasts: 0.1, loud: 0.35 }, "triangle", 110),
};

/** Make a sound, if this person wants any and the page was touched. */
export function play(sound: Sound, card = "", count = 1): void {
  const audio = context;
  if (!settings.sound || settings.volume === 0 || audio?.state !== "running") return;
  // what is pressed shows first; nobody hears a few milliseconds
  setTimeout(() => {
    try {
      SOUNDS[sound](audio, card, count);
    } catch {
      // a device that went away takes the sound with it, not the game
    }
  });
}

/** A card is laid down. */
export function playedSound(card: string): void {
  play(card.endsWith("W") || card.endsWith("F") ? "wild" : "play", card);
}
