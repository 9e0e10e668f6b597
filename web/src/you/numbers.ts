/** Figures as they are written on the page. */

import { language } from "../i18n/index.svelte";

/** A number with its sign; the sign for minus is as wide as that for plus. */
export function signed(value: number, digits: number): string {
  const size = Math.abs(value).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return value < 0 && Number(size.replace(",", ".")) !== 0 ? `−${size}` : `+${size}`;
}
