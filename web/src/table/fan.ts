// How the reader's cards lie: a fan, two rows, or a row that is moved sideways.

import type { Layout } from "./layout";

export interface CardPlace {
  x: number;
  y: number;
  angle: number;
  /** Whether it lies over the row behind it. */
  front?: boolean;
}

export interface Fan {
  card: number;
  step: number;
  /** How far a playable card is raised. */
  lift: number;
  width: number;
  height: number;
  /** Whether it is wider than the room it has, and is moved sideways. */
  scrolls: boolean;
  places: CardPlace[];
}

/** Lay a hand: places are the middle of a card and its upper edge, in a box as wide as the hand has. */
export function fanOf(count: number, layout: Layout): Fan {
  const room = layout.width - layout.hand.left - layout.hand.right;
  if (layout.mode === "phone" || layout.mode === "tablet") return uprightFan(count, layout, room);
  if (layout.mode === "low") return lowFan(count, layout, room);
  return deskFan(count, layout, room);
}

const SMALLEST_STEP = 44;
const LEAN = 1.2; // degrees by which each card of a phone leans further than its neighbour

function deskFan(count: number, layout: Layout, room: number): Fan {
  const { scale } = layout;
  let { card } = layout.hand;
  const last = Math.max(count - 1, 1);
  const step = Math.min(card * 0.66, (room - card) / last);
  if (step >= SMALLEST_STEP || count <= 2) {
    const places = Array.from({ length: count }, (_, i) => {
      const k = i - (count - 1) / 2;
      const bend = scale * (count > 10 ? 10 / count : 1); // a wide fan is flatter, or its ends would sink
      return { x: room / 2 + k * step, y: 0.85 * k * k * bend, angle: k * 1.1 * (bend / scale) };
    });
    const height = card * 1.5 + 20 * scale;
    return { card, step, lift: 32 * scale, width: room, height, scrolls: false, places };
  }
  card *= 0.83;
  return rows(count, room, card, 64 * scale, {
    step: Math.min(64 * scale, (room - card) / (Math.ceil(count / 2) - 1)),
    lift: 18 * scale,
    scrolls: false,
  });
}

/** Over the whole width of a device that is held upright. */
function uprightFan(count: number, layout: Layout, room: number): Fan {
  const large = layout.mode === "tablet";
  const height = layout.below - layout.hand.bottom;
  const lift = large ? 28 * layout.scale : 11;
  const { sliver } = layout.hand;
  const smallest = sliver ?? (large ? 56 : SMALLEST_STEP);
  const most = sliver !== undefined ? 14 : large ? 10 : 7; // in one row
  // a narrow phone gets smaller cards rather than smaller targets, and two rows rather than tiny cards
  const lean = 1 + 3 * Math.sin((((count - 1) / 2) * LEAN * Math.PI) / 180);
  const span = room + layout.hand.left + layout.hand.right - 4; // corners may reach the margins
  const one = Math.min(layout.hand.card, (span - smallest * (count - 1)) / lean);
  if (count <= most && one >= 0.7 * layout.hand.card) {
    const step = Math.min(one * (large ? 0.73 : 0.65), (span - one * lean) / Math.max(count - 1, 1));
    const top = height - one * 1.5 - 9;
    const places = Array.from({ length: count }, (_, i) => {
      const k = i - (count - 1) / 2;
      return { x: room / 2 + k * step, y: top + 0.8 * k * k * Math.min(1, 7 / count), angle: k * LEAN };
    });
    return { card: one, step, lift, width: room, height, scrolls: false, places };
  }
  const card = layout.hand.card * 0.755;
  const per = Math.ceil(count / 2);
  const fits = Math.min(card * 0.9, (room - card) / (per - 1));
  const scrolls = fits < (sliver ?? 50);
  const air = large ? lift * 1.3 : lift;
  const drop = height - card * 1.5 - air;
  const fan = rows(count, room, card, drop, { step: scrolls ? 60 : fits, lift, scrolls });
  // the back row has to have room to rise in, which a hand that scrolls brings along
  if (scrolls) return fan;
  const places = fan.places.map((place) => ({ ...place, y: place.y + air }));
  return { ...fan, places, height };
}

function lowFan(count: number, layout: Layout, room: number): Fan {
  const { card } = layout.hand;
  const fits = (room - card) / Math.max(count - 1, 1);
  const scrolls = fits < 40;
  const step = scrolls ? 48 : Math.min(card * 0.8, fits);
  const width = scrolls ? card + step * (count - 1) : room;
  const places = Array.from({ length: count }, (_, i) => ({
    x: scrolls ? card / 2 + i * step : room / 2 + (i - (count - 1) / 2) * step,
    y: 0,
    angle: 0,
  }));
  // the foot of the cards lies below the window
  return { card, step, lift: 12, width, height: card * 1.39, scrolls, places };
}

/** Two rows, the front one over the lower part of the back one. */
function rows(
  count: number,
  room: number,
  card: number,
  drop: number,
  how: { step: number; lift: number; scrolls: boolean },
): Fan {
  const per = Math.ceil(count / 2);
  const span = card + how.step * (per - 1);
  const width = how.scrolls ? span : room;
  const places = Array.from({ length: count }, (_, i) => {
    // when it scrolls the first cards have to be in sight in both rows
    const front = how.scrolls ? i % 2 === 1 : i >= per;
    const indent = how.scrolls ? 0 : (per - (count - per)) / 2;
    const across = how.scrolls ? Math.floor(i / 2) : front ? i - per + indent : i;
    const x = (width - span) / 2 + card / 2 + across * how.step;
    return { x, y: front ? drop : 0, angle: 0, front };
  });
  return { card, ...how, width, height: card * 1.5 + drop, places };
}
