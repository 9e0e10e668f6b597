// How much room words take in heavy letters.

const NARROW = /[ijltfrI.,:;'’!|()[\]\- ]/;
const WIDE = /[mwMW@%&—…]/;
const UPPER = /\p{Lu}/u;
const FULL = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

function widthOf(letter: string): number {
  if (FULL.test(letter)) return 1.1;
  if (WIDE.test(letter)) return 0.9;
  if (NARROW.test(letter)) return 0.36;
  return UPPER.test(letter) ? 0.7 : 0.58;
}

/** The width of a text in units of its size, where nothing can be measured. */
export function emsOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
}

const HUNDRED = 100; // pixels at which a text is measured
let ruler: CanvasRenderingContext2D | null | undefined;

/** The same by the font of the page, which differs from system to system. */
function measureEms(text: string): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (ruler === null || ruler === undefined) return emsOf(text);
  ruler.font = `900 ${HUNDRED}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width / HUNDRED;
}

/** The text in at most this many lines, the longest as short as possible. */
export function linesOf(text: string, most: number): string[] {
  const words = text.split(/ +/);
  const widest = (lines: string[]): number => Math.max(...lines.map(emsOf));
  let best = [text];
  const cut = (done: string[], rest: string[]): void => {
    const all = [...done, rest.join(" ")];
    if (widest(all) < widest(best) - 0.01) best = all;
    if (all.length >= most) return;
    for (let at = 1; at < rest.length; at += 1) {
      cut([...done, rest.slice(0, at).join(" ")], rest.slice(at));
    }
  };
  cut([], words);
  return best;
}

/** A headline in two lines, or in three where they would be too long. */
export function headlineOf(text: string): { lines: string[]; ems: number } {
  const two = linesOf(text, 2);
  const lines = Math.max(...two.map(emsOf)) > 7 ? linesOf(text, 3) : two;
  return { lines, ems: Math.max(...lines.map(measureEms)) };
}

/** A text cut to this many characters, with a mark where it was cut. */
export function cutTo(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(1, most - 1)).join("").trimEnd()}…`;
}
