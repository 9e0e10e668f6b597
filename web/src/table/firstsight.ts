// Which deals this tab has shown: a reloaded page does not deal again.

const KEY = "unolab.dealt.";

/** Whether a deal is shown for the first time; from then on it is not. */
export function isFirstSight(code: string, rounds: number): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY + code) ?? 0);
    sessionStorage.setItem(KEY + code, String(rounds));
    return last < rounds;
  } catch {
    return false; // nothing can be stored: better no deal than one on every visit
  }
}
