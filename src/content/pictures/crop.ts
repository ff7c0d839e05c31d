import type { Area } from './recipe.ts';

export interface Framing {
  crop?: Partial<Record<'top' | 'bottom' | 'left' | 'right', number | null>> | null;
  hotspot?: { x?: number | null; y?: number | null } | null;
}
interface Size {
  width: number;
  height: number;
}

/** The widths in pixels, for a narrow phone, most phones (360 points at double density), and wider screens. */
const widths = [400, 728, 1200, 1800];

export function cropArea({ width, height }: Size, { crop }: Framing): Area {
  const left = Math.round(width * part(crop?.left));
  const top = Math.round(height * part(crop?.top));
  const right = Math.round(width * part(crop?.right));
  const bottom = Math.round(height * part(crop?.bottom));
  // If a crop leaves nothing of the picture, it is a mistake and is ignored.
  if (left + right >= width || top + bottom >= height) return { left: 0, top: 0, width, height };
  return { left, top, width: width - left - right, height: height - top - bottom };
}

export function chooseWidths(area: Size): number[] {
  const smallerWidths = widths.filter((width) => width < area.width);
  const largest = widths.at(-1) ?? 0;
  return area.width <= largest ? [...smallerWidths, area.width] : smallerWidths;
}

/**
 * Returns the focus point within the area, in per cent. It is rounded to tens, because each step is a class in the
 * styles.
 */
export function focusOf(size: Size, area: Area, { hotspot }: Framing): { x: number; y: number } {
  const x = (part(hotspot?.x, 0.5) * size.width - area.left) / area.width;
  const y = (part(hotspot?.y, 0.5) * size.height - area.top) / area.height;
  return { x: inTens(x), y: inTens(y) };
}

/** Returns the largest part of the area with this shape, as close to the focus point as possible. */
export function cutTo(area: Area, focus: { x: number; y: number }, shape: Size): Area {
  const scale = Math.min(area.width / shape.width, area.height / shape.height);
  const width = Math.min(area.width, Math.round(shape.width * scale));
  const height = Math.min(area.height, Math.round(shape.height * scale));
  const start = (length: number, all: number, at: number) =>
    Math.round(Math.min(all - length, Math.max(0, (all * at) / 100 - length / 2)));
  return {
    left: area.left + start(width, area.width, focus.x),
    top: area.top + start(height, area.height, focus.y),
    width,
    height,
  };
}

const part = (value: number | null | undefined, otherwise = 0) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : otherwise;
const inTens = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10) * 10;
