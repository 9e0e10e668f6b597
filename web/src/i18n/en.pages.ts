/** Everything but the table, in English. */

export const en = {
  "app.name": "unolab",
} as const;
