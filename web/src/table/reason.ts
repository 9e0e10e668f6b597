// Why a move was refused, in the words of the page; the server's English where there are none.

import { isColor } from "../art/geometry";
import { sayProblem } from "../failure";
import { colorName, isKey, t, tn } from "../i18n/index.svelte";
import type { Refused } from "../protocol";

export function reasonOf(refused: Refused, turn: string): string {
  const { code, top, due } = refused;
  if (code === "does_not_fit" && top !== null) return sayNeeds(top, refused.text);
  if (code === "must_answer_draw") return tn("table.refused.must_answer_draw", due);
  // without jumping in, a card out of turn is just that
  if (code === "not_your_turn" || code === "no_jump_in")
    return t("table.refused.not_your_turn", { name: turn });
  const key = `table.refused.${code}`;
  return isKey(key) ? t(key) : sayProblem(code, refused.text);
}

function sayNeeds(top: string, otherwise: string): string {
  const letter = top.charAt(0);
  if (!isColor(letter)) return otherwise;
  const color = colorName(letter);
  const face = top.charAt(1);
  switch (face) {
    case "W":
    case "F":
      return t("table.needsWild", { color });
    case "S":
    case "V":
    case "D":
      return t("table.needs", { color, face: t(`face.${face}`) });
    default:
      return t("table.needs", { color, face });
  }
}
