import type { Color } from "../art/geometry";

/** The shape of each colour, as large as the lower part of a poster, in a box of 440 x 800. */
export const PLANES: Record<Color, string> = {
  R: "M150 330H440V800H150Z",
  Y: "M318 296L640 800H-4Z",
  G: "M440 300V800H70V640A340 340 0 0 1 410 300Z",
  B: "M60 600A270 270 0 0 1 600 600A270 270 0 0 1 60 600Z",
};
