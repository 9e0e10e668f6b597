import { expect, test } from "vitest";

import { room, table } from "./fixture";
import { noteOf, summonsOf, titleOf, type Shown } from "./heading";

interface Case {
  due?: number;
  fitting?: string[];
  drawn?: string;
  keep?: boolean;
  doubt?: number;
  asks?: "color" | "swap";
}

function said({ due = 0, fitting = [], drawn, keep = true, doubt, asks }: Case): string {
  return summonsOf({
    scene: { table: table({ due }) },
    turn: {
      choosingColor: asks === "color",
      swapping: asks === "swap",
      drawn: drawn ?? null,
      doubt: doubt === undefined ? null : { seat: doubt },
      choices: { keep: keep ? {} : null },
      fitting: fitting.map((card, id) => ({ id, card })),
    },
    room: room(),
  } as unknown as Shown);
}

test("what is read aloud is a sentence that says everything once", () => {
  expect(said({ fitting: ["R7", "*W"] })).toBe("Your turn. 2 cards fit: red 7, wild.");
  expect(said({})).toBe("Your turn. Nothing fits: draw a card.");
  expect(said({ drawn: "Y8", fitting: ["Y8"] })).toBe("You can play the drawn card or keep it.");
  expect(said({ drawn: "Y8", fitting: ["Y8"], keep: false })).toBe("You have to play the drawn card.");
  expect(said({ due: 2 })).toBe("Your turn. You have to take 2 cards.");
  expect(said({ due: 4, fitting: ["GD"] })).toBe(
    "Your turn. You have to take 4 cards, or answer with green draw two.",
  );
  expect(said({ due: 4, doubt: 1 })).toBe("Your turn. Take 4 cards, or challenge Ben.");
  expect(said({ asks: "color" })).toBe("Choose the colour.");
  expect(said({ asks: "swap" })).toBe("Choose whom to swap hands with.");
});

test("while a bot plays for the reader, nothing says that it is their turn", () => {
  const shown = (on: boolean): Shown => {
    const now = room();
    const seats = now.seats.map((seat, at) => ({ ...seat, away: at === 0 }));
    return {
      scene: { table: table({ turn: 0 }), view: 0, dealing: null, plight: null, held: [1, 2, 3] },
      turn: { on, jumps: new Map() },
      room: { ...now, seats },
      cast: { names: [], me: 0 },
    } as unknown as Shown;
  };
  for (const on of [true, false]) {
    expect(titleOf(shown(on))).toBe("A bot is playing for you");
    expect(noteOf(shown(on))).toBe("3 cards");
  }
});
