// Places on the table that things fly from and to: elements carry them as data-place.

export interface Spot {
  x: number;
  y: number;
  /** Width of a card there. */
  width: number;
  angle: number;
}

/** The middle of a place, as seen from the layer on which things fly; none of one that is hidden. */
export function spotOf(root: HTMLElement, layer: HTMLElement, name: string): Spot | null {
  const element = root.querySelector<HTMLElement>(`[data-place="${name}"]`);
  if (element === null || element.closest("[data-covered]") !== null) return null;
  const box = element.getBoundingClientRect();
  const origin = layer.getBoundingClientRect();
  return {
    x: box.left + box.width / 2 - origin.left,
    y: box.top + box.height / 2 - origin.top,
    width: Number(element.dataset.width ?? box.width),
    angle: Number(element.dataset.angle ?? 0),
  };
}

export function between(a: Spot, b: Spot): Spot {
  return {
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    width: (a.width + b.width) / 2,
    angle: (a.angle + b.angle) / 2,
  };
}

/** Something drawn 100 pixels wide, at a spot; cards are half as high again as they are wide. */
export function keyframe(spot: Spot, dy = 0, height = 150): { transform: string } {
  const x = spot.x - 50;
  const y = spot.y - height / 2 + dy;
  return {
    transform: `translate(${x}px, ${y}px) scale(${spot.width / 100}) rotate(${spot.angle}deg)`,
  };
}
