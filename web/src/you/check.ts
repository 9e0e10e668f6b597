/** What a value from outside is: of a file, of a link, of what the browser has kept. */

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;

export const numberIn = (value: unknown, low: number, high: number): value is number =>
  typeof value === "number" && value >= low && value <= high;

export const isWhole = (value: unknown, low: number, high: number): value is number =>
  numberIn(value, low, high) && Number.isInteger(value);

/** A list of one kind; null if it is none, or too long. */
export function listOf<T>(value: unknown, most: number, is: (one: unknown) => one is T): T[] | null {
  return Array.isArray(value) && value.length <= most && value.every(is) ? [...value] : null;
}
