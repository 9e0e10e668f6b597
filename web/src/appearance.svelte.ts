/** Theme, motion and language as attributes of <html>, kept in step with settings and system. */

import { settings } from "./settings.svelte";

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const mouse = matchMedia("(any-pointer: fine)");

class Appearance {
  private systemLight = $state(light.matches);
  private systemStill = $state(still.matches);
  private mouse = $state(mouse.matches);

  /** The theme that is shown. */
  theme: "light" | "dark" = $derived(
    settings.theme === "system" ? (this.systemLight ? "light" : "dark") : settings.theme,
  );

  /** Whether things should stand still. */
  still: boolean = $derived(
    settings.motion === "system" ? this.systemStill : settings.motion === "reduced",
  );

  /** What is known of the screen besides its size: a television has no mouse. */
  screen: { mouse: boolean; big: boolean } = $derived({ mouse: this.mouse, big: settings.big });

  constructor() {
    light.addEventListener("change", () => (this.systemLight = light.matches));
    still.addEventListener("change", () => (this.systemStill = still.matches));
    mouse.addEventListener("change", () => (this.mouse = mouse.matches));
    $effect.root(() => {
      $effect(() => {
        const html = document.documentElement;
        html.dataset.theme = this.theme;
        html.dataset.motion = this.still ? "reduced" : "full";
      });
    });
  }
}

export const appearance = new Appearance();
