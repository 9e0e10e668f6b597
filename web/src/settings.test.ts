import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";

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

test("newcomers are offered a short game, whatever they left; later the last choice is kept", async () => {
  const chosen = { opponents: 5, strength: "hard", rules: "party" };
  const fresh = async (): Promise<typeof settings> => {
    localStorage.setItem("unolab.settings", JSON.stringify(chosen));
    vi.resetModules();
    return (await import("./settings.svelte")).settings;
  };
  localStorage.clear();
  expect(await fresh()).toMatchObject({ opponents: 3, strength: "easy", rules: "official+target=0" });
  localStorage.setItem("unolab.room.AAAA2222", JSON.stringify({ ended: [1] }));
  expect(await fresh()).toMatchObject(chosen);
});
