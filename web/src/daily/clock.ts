/** Times of the deal of the day, in words. */

import { locale } from "../i18n/index.svelte";

const unit = (value: number, name: "hour" | "minute"): string =>
  new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);

/** "4 hr 12 min"; less than a minute is one. */
export function sayLeft(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return [...(hours > 0 ? [unit(hours, "hour")] : []), unit(minutes % 60, "minute")].join(" ");
}

/** "Wednesday, 18 November": a day of the server, wherever the reader is. */
export const sayDay = (date: string): string =>
  new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${date}T12:00:00Z`),
  );
