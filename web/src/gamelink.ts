/** A game as text in the address, behind the "#": it can be sent, and never reaches the server. */

const LONGEST = 6_000; // characters that every program passes on
const PLAIN = /%(?:2[ABCF]|3[ADF]|40)/g; // what may stand in that part of an address as it is

/** The address that shows a game, or a review of it; null if it would be too long. */
export function addressOf(game: string, page: "replay" | "review" = "replay"): string | null {
  const kept = encodeURIComponent(game).replace(PLAIN, decodeURIComponent).replaceAll("%20", ";");
  return kept.length > LONGEST ? null : `/${page}#${kept}`;
}

/** The game that stands behind the "#"; null if there is none. */
export function gameIn(hash: string): string | null {
  try {
    const text = decodeURIComponent(hash.replace(/^#/, "").replaceAll(";", "%20")).trim();
    return text === "" ? null : text;
  } catch {
    return null; // cut off in the middle of a letter
  }
}

/** The names that stand behind a game, as in "official/2/7: + # Ada, Ben". */
export function namesIn(text: string): string[] {
  const line = text.split("\n").find((one) => one.split("#")[0]?.trim() !== "") ?? "";
  const [, ...comment] = line.split("#");
  return comment.join("#").split(",").map((name) => name.trim()).filter((name) => name !== "");
}
