/** What a table sends its moves to: a room, or whatever stands for one. */

import type { RoomConnection } from "../room.svelte";

export type TableLink = Pick<
  RoomConnection,
  "hinted" | "move" | "outdated" | "refused" | "send" | "sendQuietly" | "status"
>;
