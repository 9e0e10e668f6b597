/** Figures as they are written on the page. */

import { language } from "../i18n/index.svelte";

/** A part as percent, with this many digits behind the point. */
export const percent = (part: number, digits = 0): number => Number((100 * part).toFixed(digits));

/** A number with its sign; the sign for minus is as wide as that for plus. */
export function signed(value: number, digits: number): string {
  const size = Math.abs(value).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value < 0 && Number(size.replace(",", ".")) !== 0 ? `−${size}` : `+${size}`;
}
