/** A picture of a review, to be handed on. */

import type { Color } from "../art/geometry";
import { sharePicture, type Shared } from "../finale/share";
import { t } from "../i18n/index.svelte";
import type { Replay, SeatReview } from "../protocol";
import { posterOf, type Poster } from "./picture";
import { sumOf } from "./sum";

export interface Subject {
  replay: Replay;
  own: SeatReview;
  verdict: string;
  color: Color;
}

export function contentOf({ replay, own, verdict, color }: Subject): Poster {
  return {
    verdict,
    accuracy: own.accuracy,
    caption: own.accuracy === null ? t("review.noAccuracy") : t("review.accuracy"),
    avatar: replay.avatars[own.seat] ?? 0,
    won: own.result > own.share,
    color,
    sum: sumOf(own),
    labels: {
      luck: t("review.luck"),
      skill: t("review.skill"),
      result: t("review.result"),
      fair: t("review.fair"),
    },
  };
}

export const sharePoster = (subject: Subject): Promise<Shared> =>
  sharePicture((measure, letters) => posterOf(contentOf(subject), measure, letters));
