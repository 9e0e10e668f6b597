// Where everything stands: from the size of the window and the number of players, in pixels.

export type Mode = "desk" | "phone" | "low";

export interface SeatPlace {
  x: number;
  y: number;
  /** compact: face, count and name only. */
  compact: boolean;
  /** On which side of the seat there is room for its bubble. */
  bubble: "below" | "right";
  /** How many backs its fan has room for; the number beside it is exact. */
  backs: number;
}

const BACKS = 9;

export interface Layout {
  mode: Mode;
  width: number;
  height: number;
  /** How much larger than the drawing for 1280 x 800 everything is. */
  scale: number;
  stage: { x: number; y: number; size: number };
  /** Width of a card on the piles. */
  pile: number;
  /** Opponents in the order of play, beginning after oneself. */
  seats: SeatPlace[];
  hand: { left: number; right: number; bottom: number; card: number };
  /** The pixels at the lower edge that the hand takes from what stands above it. */
  below: number;
  /** How high the row with the own face is, where it stands above the hand. */
  row: number;
}

const clamp = (low: number, value: number, high: number): number =>
  Math.max(low, Math.min(high, value));

export function modeOf(width: number, height: number): Mode {
  if (height < 540 && width > height) return "low"; // a phone on its side, or a page zoomed in
  return width <= 640 || (width <= 900 && height > width * 1.1) ? "phone" : "desk";
}

export function layoutOf(width: number, height: number, opponents: number): Layout {
  const mode = modeOf(width, height);
  if (mode === "phone") return phone(width, height, opponents);
  if (mode === "low") return low(width, height, opponents);
  return desk(width, height, opponents);
}

function desk(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.7, Math.min(width / 1280, height / 800), 1.5);
  const many = opponents >= 6;
  const size = (opponents >= 6 ? 476 : opponents >= 4 ? 540 : 592) * scale;
  const stage = { x: width / 2, y: (many ? 0.465 : 0.445) * height, size };
  return {
    mode: "desk",
    width,
    height,
    scale,
    stage,
    pile: 112 * scale,
    seats: around(width, opponents, stage.y, scale),
    hand: {
      left: 228 * Math.max(0.86, scale),
      right: 228 * Math.max(0.86, scale),
      bottom: 18 * scale,
      card: (many ? 108 : 116) * scale,
    },
    below: 0,
    row: 0,
  };
}

/** Opponents around the table, clockwise from the lower left, as play runs. */
function around(width: number, opponents: number, centre: number, scale: number): SeatPlace[] {
  const compact = opponents >= 5;
  const top = Math.max(100, 98 * scale);
  const side = (x: number): SeatPlace["bubble"] =>
    compact || Math.abs(x - width / 2) > 200 ? "below" : "right";
  const place = (x: number, y: number): SeatPlace => ({
    x,
    y,
    compact,
    bubble: side(x),
    backs: BACKS,
  });
  const edge = 136;
  if (opponents === 1) return [place(width / 2, top)];
  if (opponents === 2) {
    const y = centre - 150 * scale;
    return [place(edge, y), place(width - edge, y)];
  }
  if (opponents === 3) {
    return [place(edge, centre - 14), place(width / 2, top), place(width - edge, centre - 14)];
  }
  const from = 205;
  const to = -25;
  const rx = width / 2 - (compact ? 95 : edge + 4);
  const ry = Math.min(278 * scale, centre - top + 6);
  return Array.from({ length: opponents }, (_, i) => {
    const angle = ((from - (i * (from - to)) / (opponents - 1)) * Math.PI) / 180;
    return place(width / 2 + Math.cos(angle) * rx, centre - Math.sin(angle) * ry);
  });
}

function phone(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.8, width / 390, 1.2);
  const compact = opponents >= 5;
  const short = height < 700;
  const bottom = 14;
  const card = 98 * scale;
  const below = bottom + card * 1.5 + (short ? 33 : 45);
  const row = short ? 72 : 92;
  // below the opponents and their bubbles, which lie over the stage where there is little room
  const roof = (compact ? 236 : 214) - (short ? (compact ? 26 : 36) : 0);
  const floor = height - below - row - 8;
  const room = Math.max(100, floor - roof);
  const colour = 50; // the name of the colour in force, under the piles
  const pile = clamp(46, Math.min((compact ? 84 : 92) * scale, (room - colour) / 1.5), 130);
  const stage = {
    x: width / 2,
    y: roof + (room - colour) / 2,
    size: Math.min((compact ? 330 : 388) * scale, Math.max(short ? 170 : 240, room * 1.18), width + 40),
  };
  const seats: SeatPlace[] = [];
  if (!compact) {
    const cell = width / Math.max(opponents, 1);
    for (let i = 0; i < opponents; i += 1) {
      seats.push({
        x: (i + 0.5) * cell,
        y: short ? 88 : 94,
        compact: opponents === 4 && width < 360,
        bubble: "below",
        backs: Math.min(BACKS, Math.floor((cell - 52) / 9)),
      });
    }
  } else {
    // first row left to right, second right to left, so that play runs in a loop
    const first = Math.ceil(opponents / 2);
    const cell = (width - 13) / first;
    for (let i = 0; i < opponents; i += 1) {
      const second = i >= first;
      const across = second ? first - 1 - (i - first) : i;
      const shift = second && opponents % 2 === 1 ? -0.5 : 0;
      seats.push({
        x: 6.5 + (across + 0.5 + shift) * cell,
        y: second ? 164 : 86,
        compact: true,
        bubble: "below",
        backs: BACKS,
      });
    }
  }
  return {
    mode: "phone",
    width,
    height,
    scale,
    stage,
    pile,
    seats,
    hand: { left: 8, right: 8, bottom, card },
    below,
    row,
  };
}

function low(width: number, height: number, opponents: number): Layout {
  const scale = clamp(0.7, Math.min(width / 844, height / 390), 1.4);
  const card = clamp(58, 74 * scale, 100);
  const roof = 88;
  const floor = height - card * 1.22 - 10;
  // the number on the stock hangs over its edge, and cards that can be played are raised
  const pile = clamp(46, (floor - roof - 26) / 1.5, 96);
  const y = (roof + floor) / 2 - 8;
  const free = width - 2 * 118;
  const cell = Math.min(150, free / Math.max(opponents, 1));
  const first = width / 2 - (cell * (opponents - 1)) / 2;
  return {
    mode: "low",
    width,
    height,
    scale,
    // the arrows stay below the names
    stage: { x: width / 2, y, size: Math.min(Math.max(190, (floor - roof) * 1.7), (y - 78) * 2.5) },
    pile,
    seats: Array.from({ length: opponents }, (_, i) => ({
      x: first + i * cell,
      y: 37,
      compact: true,
      bubble: "below" as const,
      backs: BACKS,
    })),
    hand: { left: 116, right: 116, bottom: 8, card },
    below: 0,
    row: 0,
  };
}

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
  if (layout.mode === "phone") return phoneFan(count, layout, room);
  if (layout.mode === "low") return lowFan(count, layout, room);
  return deskFan(count, layout, room);
}

const SMALLEST_STEP = 44;
const LEAN = 1.2; // degrees by which each card of a phone leans further than its neighbour

function deskFan(count: number, layout: Layout, room: number): Fan {
  const { scale } = layout;
  let { card } = layout.hand;
  const last = Math.max(count - 1, 1);
  const step = Math.min(70 * scale, (room - card) / last);
  if (step >= SMALLEST_STEP || count <= 2) {
    const places = Array.from({ length: count }, (_, i) => {
      const k = i - (count - 1) / 2;
      const bend = count > 10 ? 10 / count : 1; // a wide fan is flatter, or its ends would sink
      return { x: room / 2 + k * step, y: 0.85 * k * k * bend, angle: k * 1.1 * bend };
    });
    return {
      card,
      step,
      lift: 32 * scale,
      width: room,
      height: card * 1.5 + 20,
      scrolls: false,
      places,
    };
  }
  card *= 0.83;
  return rows(count, room, card, 64 * scale, {
    step: Math.min(64 * scale, (room - card) / (Math.ceil(count / 2) - 1)),
    lift: 18 * scale,
    scrolls: false,
  });
}

function phoneFan(count: number, layout: Layout, room: number): Fan {
  const height = layout.below - layout.hand.bottom;
  const lift = 11;
  // a narrow phone gets smaller cards rather than smaller targets, and two rows rather than tiny cards
  const lean = 1 + 3 * Math.sin((((count - 1) / 2) * LEAN * Math.PI) / 180);
  const span = room + layout.hand.left + layout.hand.right - 4; // corners may reach the margins
  const one = Math.min(layout.hand.card, (span - SMALLEST_STEP * (count - 1)) / lean);
  if (count <= 7 && one >= 0.7 * layout.hand.card) {
    const step = Math.min(64 * layout.scale, (span - one * lean) / Math.max(count - 1, 1));
    const top = height - one * 1.5 - 9;
    const places = Array.from({ length: count }, (_, i) => {
      const k = i - (count - 1) / 2;
      return { x: room / 2 + k * step, y: top + 0.8 * k * k, angle: k * LEAN };
    });
    return { card: one, step, lift, width: room, height, scrolls: false, places };
  }
  const card = 74 * layout.scale;
  const per = Math.ceil(count / 2);
  const fits = (room - card) / (per - 1);
  const scrolls = fits < 50;
  const drop = height - card * 1.5 - lift;
  const fan = rows(count, room, card, drop, { step: scrolls ? 60 : fits, lift, scrolls });
  // the back row has to have room to rise in, which a hand that scrolls brings along
  if (!scrolls) for (const place of fan.places) place.y += lift;
  return fan;
}

function lowFan(count: number, layout: Layout, room: number): Fan {
  const { card } = layout.hand;
  const fits = (room - card) / Math.max(count - 1, 1);
  const scrolls = fits < 40;
  const step = scrolls ? 48 : Math.min(60, fits);
  const width = scrolls ? card + step * (count - 1) : room;
  const places = Array.from({ length: count }, (_, i) => ({
    x: scrolls ? card / 2 + i * step : room / 2 + (i - (count - 1) / 2) * step,
    y: 0,
    angle: 0,
  }));
  return { card, step, lift: 12, width, height: card * 1.3, scrolls, places };
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

/** How wide the light on whoever acts is: as wide as their place. */
export function beamWidth(mode: Mode, own: boolean): number {
  if (own) return mode === "phone" ? 0.52 : 1;
  return mode === "desk" ? 0.27 : 0.2;
}

/** The turn of the beam, in degrees clockwise from straight down. */
export function beamAngle(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return (Math.atan2(from.x - to.x, to.y - from.y) * 180) / Math.PI;
}

/** Go on from one angle to another the way play runs, so that the beam passes over those skipped. */
export function swingTo(now: number, target: number, clockwise: boolean): number {
  const ahead = (((target - now) % 360) + 360) % 360;
  if (ahead < 0.01 || ahead > 359.99) return now + (ahead > 180 ? ahead - 360 : ahead);
  if (clockwise) return now + (ahead > 320 ? ahead - 360 : ahead);
  return now + (ahead < 40 ? ahead : ahead - 360);
}
