/** A review as the server sends it, for tests. */

import data from "./fixture.json";
import type { Review } from "./model";

export const review = data as unknown as Review;
