import { expect, test } from "vitest";

import { COLORS } from "../art/geometry";
import { fanOf } from "./fan";
import { beamAngle, layoutOf, modeOf, swingTo, type Layout } from "./layout";
import { arrowBoxes } from "./places/arrows";
import { around, isWithin, meet, type Box } from "./places/box";
import { shapeBox } from "./places/chooser";
import { moodsPlace } from "./places/moods";
import { colorBox, pileBoxes, seatBoxes } from "./places/parts";

/** What the shapes of a chooser take. */
function chooserBoxes({ picks, size, card, named }: Layout["chooser"]): Box[] {
  const boxes = COLORS.map((color) => {
    const box = shapeBox(color, picks[color].x, picks[color].y, size);
    return named === "below" ? { ...box, h: box.h + 22 } : box;
  });
  return card === null ? boxes : [...boxes, around(card.x, card.y, card.w, card.w * 1.5)];
}

const WINDOWS = [
  [320, 568],
  [360, 640],
  [390, 844],
  [430, 932],
  [600, 960],
  [768, 1024],
  [820, 1180],
  [1000, 1300],
  [1180, 820],
  [568, 320],
  [640, 400],
  [667, 375],
  [844, 390],
  [932, 430],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1366, 640],
  [1920, 1080],
  [2560, 1440],
] as const;
const TELEVISIONS = [
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const;

test("phones, tablets, desks and televisions are told apart", () => {
  expect(modeOf(390, 844)).toBe("phone");
  expect(modeOf(844, 390)).toBe("low");
  expect(modeOf(640, 400)).toBe("low"); // a small window at 200 %
  expect(modeOf(820, 1180)).toBe("tablet");
  expect(modeOf(1180, 820)).toBe("desk");
  expect(modeOf(1024, 600)).toBe("desk");
  expect(modeOf(2560, 1440)).toBe("desk");
  expect(modeOf(1920, 1080, { mouse: false, big: false })).toBe("tv");
  expect(modeOf(1180, 820, { mouse: false, big: false })).toBe("desk"); // a tablet has no mouse either
  expect(modeOf(1280, 720, { mouse: true, big: true })).toBe("tv");
  expect(modeOf(390, 844, { mouse: false, big: true })).toBe("phone");
});

/** What the reader's cards take, raised as far as they rise. */
function handBox(layout: Layout, cards: number): Box {
  const fan = fanOf(cards, layout);
  const top = Math.min(...fan.places.map(({ y }) => y)) - fan.lift;
  const xs = fan.places.map(({ x }) => x);
  const left = fan.scrolls ? 0 : Math.min(...xs) - fan.card / 2;
  const right = fan.scrolls
    ? layout.width - layout.hand.left - layout.hand.right
    : Math.max(...xs) + fan.card / 2;
  const y = layout.height - layout.hand.bottom - fan.height + top;
  return { x: layout.hand.left + left, y, w: right - left, h: layout.height - y };
}

function named(layout: Layout, cards: number): [string, Box][] {
  return [
    ["bar", { x: 0, y: 0, w: layout.mode === "low" ? 1 : layout.width, h: layout.bar - 2 }],
    ...seatBoxes(layout.seats).map((box, i): [string, Box] => [`seat ${i}`, box]),
    ["me", layout.me.box],
    ["uno", layout.uno],
    ["hand", handBox(layout, cards)],
  ];
}

function apart(boxes: readonly [string, Box][], others: readonly [string, Box][] = boxes): string[] {
  return boxes.flatMap(([name, box], i) =>
    others
      .filter(([other, its], j) => (boxes === others ? j > i : other !== name) && meet(box, its))
      .map(([other]) => `${name} on ${other}`),
  );
}

const layouts = [
  ...WINDOWS.map(([w, h]) => [w, h, "mouse"] as const),
  ...TELEVISIONS.map(([w, h]) => [w, h, "television"] as const),
];

test.each(layouts)("in %i x %i (%s) nothing stands on anything else, for 2 to 10 players", (w, h, kind) => {
  for (let opponents = 1; opponents <= 9; opponents += 1) {
    const layout = layoutOf(w, h, opponents, { mouse: true, big: kind === "television" });
    expect(layout.seats).toHaveLength(opponents);
    for (const cards of [2, 7, 20]) {
      const fixed = named(layout, cards);
      const piles: [string, Box][] = [
        ...pileBoxes(layout.stage, layout.pile).map((box): [string, Box] => ["pile", box]),
        ["color", colorBox(layout)],
      ];
      const told = `${opponents} opponents, ${cards} cards`;
      expect(apart(fixed), told).toEqual([]);
      expect(apart(piles, fixed), told).toEqual([]);
      for (const [name, box] of [...fixed, ...piles])
        if (name !== "hand") expect(isWithin(box, w, h), `${name}, ${told}`).toBe(true);
    }
    const still = named(layout, 7);
    const tip: [string, Box][] = [["tip", layout.tip.box]];
    const beside = tip.filter(() => layout.tip.side === "left");
    expect(apart(tip, still), `${opponents}`).toEqual([]);
    expect(apart(beside, pileBoxes(layout.stage, layout.pile).map((box) => ["pile", box]))).toEqual([]);
    const burst: [string, Box] = ["burst", { ...layout.burst, w: layout.burst.size, h: layout.burst.size }];
    const others = still.filter(([name]) => name !== "me");
    expect(apart([burst], [...others, ["color", colorBox(layout)]]), `${opponents}`).toEqual([]);
    const moods: [string, Box] = ["moods", moodsPlace(layout).box];
    expect(apart([moods], still), `${opponents}`).toEqual([]);
    expect(isWithin(moods[1], w, h), `${opponents}: moods`).toBe(true);
    const hurry: [string, Box] = ["hurry", { ...layout.hurry, w: 90, h: 44 }];
    expect(apart([hurry], others), `${opponents}`).toEqual([]);
    const shapes = chooserBoxes(layout.chooser).map((box): [string, Box] => ["shape", box]);
    expect(apart(shapes, still), `${opponents}: chooser`).toEqual([]);
    for (const [, box] of shapes) expect(isWithin(box, w, h)).toBe(true);
    if (layout.stage.arrows) {
      const arrows = arrowBoxes(layout.stage).map((box): [string, Box] => ["arrow", box]);
      expect(apart(arrows, [...still, ...pileBoxes(layout.stage, layout.pile).map((box): [string, Box] => ["pile", box])])).toEqual([]);
    }
  }
});

test.each(TELEVISIONS)("on a watched television of %i x %i everyone sits around the table", (w, h) => {
  for (let players = 2; players <= 10; players += 1) {
    const layout = layoutOf(w, h, players - 1, { mouse: false, big: true, watched: true });
    expect(layout.seats).toHaveLength(players);
    const seats = seatBoxes(layout.seats).map((box, i): [string, Box] => [`seat ${i}`, box]);
    const piles = pileBoxes(layout.stage, layout.pile).map((box): [string, Box] => ["pile", box]);
    const shared = layout.shared;
    const boxes: [string, Box][] = [
      ...seats,
      ["color", colorBox(layout)],
      ["join", shared?.join ?? layout.uno],
      ["title", shared?.title ?? layout.uno],
    ];
    expect(apart(boxes), `${players}`).toEqual([]);
    expect(apart(piles, boxes.filter(([name]) => name !== "color")), `${players}`).toEqual([]);
    for (const [name, box] of boxes) expect(isWithin(box, w, h), `${name} of ${players}`).toBe(true);
  }
});

test("a large screen is used: seats, piles and text grow", () => {
  const small = layoutOf(1280, 800, 3);
  const large = layoutOf(2560, 1440, 3);
  const tv = layoutOf(2560, 1440, 3, { mouse: false, big: false });
  expect(large.seat).toBeCloseTo(1.8 * small.seat);
  expect(large.me.title).toBeGreaterThan(1.7 * small.me.title);
  expect(tv.seat).toBeCloseTo(2.3);
  expect(tv.text).toBeCloseTo(3);
  expect(tv.me.title).toBeCloseTo(64);
});

test("desks, tablets and large phones have arrows around the table", () => {
  for (const [w, h] of [[1280, 800], [1920, 1080], [1180, 820], [820, 1180], [390, 844]] as const)
    expect(layoutOf(w, h, 3).stage.arrows, `${w}`).toBe(true);
});

test.each(WINDOWS)("in %i x %i every card of a hand can be hit, up to 25", (w, h) => {
  const layout = layoutOf(w, h, 3);
  for (let count = 1; count <= 25; count += 1) {
    const fan = fanOf(count, layout);
    expect(fan.places).toHaveLength(count);
    if (count > 1) expect(fan.step).toBeGreaterThanOrEqual(layout.mode === "low" ? 40 : layout.scale < 0.7 ? 36 : 44);
    const room = fan.scrolls ? fan.width : w - layout.hand.left - layout.hand.right;
    for (const { x, angle } of fan.places) {
      expect(x - fan.card / 2).toBeGreaterThan(-9);
      expect(x + fan.card / 2).toBeLessThan(room + 9);
      // it turns about the middle of its foot, so the upper corners reach out
      const lean = (Math.abs(angle) * Math.PI) / 180;
      const reach = fan.card * (0.5 * Math.cos(lean) + 1.5 * Math.sin(lean));
      if (fan.scrolls) continue;
      expect(layout.hand.left + x - reach).toBeGreaterThan(0);
      expect(layout.hand.left + x + reach).toBeLessThan(w);
    }
  }
});

test("a phone shows seven cards in one row, eight in two, and scrolls beyond fourteen", () => {
  const layout = layoutOf(390, 844, 3);
  const rows = (count: number) => new Set(fanOf(count, layout).places.map((place) => place.front));
  expect(rows(7).size).toBe(1);
  expect(rows(8).size).toBe(2);
  expect(fanOf(12, layout).scrolls).toBe(false);
  expect(fanOf(15, layout).scrolls).toBe(true);
});

test("the beam points down at oneself and up at somebody opposite", () => {
  expect(beamAngle({ x: 0, y: 0 }, { x: 0, y: 10 })).toBeCloseTo(0);
  expect(beamAngle({ x: 0, y: 0 }, { x: -10, y: 0 })).toBeCloseTo(90); // left comes next
  expect(Math.abs(beamAngle({ x: 0, y: 0 }, { x: 0, y: -10 }))).toBeCloseTo(180);
});

test("the beam swings the way play runs", () => {
  expect(swingTo(0, 90, true)).toBe(90);
  expect(swingTo(0, 90, false)).toBe(-270);
  expect(swingTo(90, 0, false)).toBe(0);
  expect(swingTo(350, 370, true)).toBe(370);
  expect(swingTo(10, 0, true)).toBe(0); // a small step back is not a whole turn
});
