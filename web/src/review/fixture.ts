/** A review as the server sends it, for tests. */

import data from "./fixture.json";
import type { ReviewOut } from "../protocol";

export const review = data as unknown as ReviewOut;
