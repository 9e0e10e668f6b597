import { expect, test } from "vitest";

import { sheet } from "./sheet";

test("the page of a tournament has the faces as they are drawn here", async () => {
  const file = "../../../src/unolab/tournament/watch/page/cards.svg";
  await expect(sheet()).toMatchFileSnapshot(file); // npm test -- -u writes it anew
});
