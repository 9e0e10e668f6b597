import { flushSync } from "svelte";
import { expect, test } from "vitest";

import { languageOf, settings } from "./settings.svelte";

test.each([
  [["de-AT", "en"], "de"],
  [["pt-BR", "es-MX"], "es"],
  [["fr"], "fr"],
  [["ja"], "en"],
  [[], "en"],
])("%j is spoken as %s", (wanted, spoken) => {
  expect(languageOf(wanted)).toBe(spoken);
});

test("what is changed is kept", () => {
  settings.name = "Ida";
  settings.opponents = 5;
  flushSync();
  const kept: unknown = JSON.parse(localStorage.getItem("unolab.settings") ?? "null");
  expect(kept).toMatchObject({ name: "Ida", opponents: 5 });
});

test("what another tab changes is taken over, and nonsense is not", () => {
  const kept = JSON.stringify({ name: 7, theme: "pink", opponents: 99, strength: "hard", volume: 2 });
  localStorage.setItem("unolab.settings", kept);
  dispatchEvent(new StorageEvent("storage", { key: "unolab.settings" }));
  expect(settings).toMatchObject({
    name: "",
    theme: "system",
    opponents: 3,
    strength: "hard",
    volume: 0.6,
  });
});
