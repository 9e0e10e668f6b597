/** Chances and shares in percent, as each language writes them. */

import { language } from "./i18n/index.svelte";

const LEAST_SAID = 0.0005;

/** A chance, as in "31%". */
export function percent(value: number, digits = 1): string {
  return format(value, digits, "negative");
}

/** A change of a chance, as in "−3.1%" and "+0.5%". */
export function change(value: number, digits = 1): string {
  return format(Math.abs(value) < LEAST_SAID ? 0 : value, digits, "exceptZero");
}

function format(value: number, digits: number, signDisplay: "negative" | "exceptZero"): string {
  const options = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay } as const;
  return new Intl.NumberFormat(language(), options).format(value).replace("-", "−");
}

/** The same as the drawn numerals have it: with a plain minus, and without the sign of percent. */
export function figure(value: number, digits = 1): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" } as const;
  return new Intl.NumberFormat(language(), options).format(100 * value).replace("−", "-");
}
