import { render } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";

import { room, table } from "../table/fixture";
import { Show } from "./show.svelte";
import Winner from "./Winner.svelte";

const show = new Show(3_000);
afterEach(() => {
  show.close();
  Reflect.deleteProperty(Element.prototype, "animate");
});

test("of partners the one who went out leaps from their seat", () => {
  Element.prototype.animate = () => ({ cancel: () => undefined }) as Animation;
  const place = vi.fn(() => ({ x: 0, y: 0 }));
  const ended = table({ phase: "over", winner: 2, winners: [0, 2], hands: [[], [], []] });
  render(Winner, { room: room(), table: ended, winners: [0, 2], title: "Cleo wins", show, tall: false, place });
  expect(place).toHaveBeenCalledWith(2);
  expect(place).not.toHaveBeenCalledWith(0);
});
