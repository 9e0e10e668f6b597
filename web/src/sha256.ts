/** SHA-256, because the browser's own is unavailable to pages over plain HTTP. */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n += 1) {
  if (primes.every((p) => n % p !== 0)) primes.push(n);
}
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const ROUNDS = primes.map((p) => fraction(Math.cbrt(p)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The bytes, a single bit, zeros, and the length in bits: a multiple of 64 bytes. */
function pad(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(size - 4, (bytes.length * 8) >>> 0);
  return view;
}

/** The hash of a text, in hexadecimal. */
export function sha256(text: string): string {
  const view = pad(new TextEncoder().encode(text));
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const at = (list: Uint32Array | number[], i: number): number => list[i] ?? 0;
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        words[i] = view.getUint32(block + 4 * i);
        continue;
      }
      const early = at(words, i - 15);
      const late = at(words, i - 2);
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(words, i)) | 0;
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = at(state, i) + word));
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

type Eight = [number, number, number, number, number, number, number, number];
