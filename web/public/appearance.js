// Runs before the first paint, so that the page never flashes in the wrong theme.
// A file of its own because the content security policy lets no script stand in the page;
// src/appearance.svelte.ts keeps it up to date afterwards.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("unolab.settings") || "{}") || {};
  } catch {
    // storage is closed or spoilt: the system decides
  }
  var wants = function (query) {
    return matchMedia(query).matches;
  };
  var light = kept.theme === "light" || (kept.theme !== "dark" && wants("(prefers-color-scheme: light)"));
  var still = kept.motion === "reduced" || (kept.motion !== "full" && wants("(prefers-reduced-motion: reduce)"));
  document.documentElement.dataset.theme = light ? "light" : "dark";
  document.documentElement.dataset.motion = still ? "reduced" : "full";
})();
