/** What decides when a carousel moves automatically. The functions of this module do not use the DOM. */
export interface Circumstances {
  hovered: boolean;
  focused: boolean;
  reducedMotion: boolean;
  inView: boolean;
  /** True if the visitor stopped the carousel with its button. */
  paused: boolean;
}

/**
 * Returns whether the carousel may move. It may not while it is hovered, focused, out of view or stopped, or if the
 * visitor prefers reduced motion.
 */
export function mayTurn({ hovered, focused, reducedMotion, inView, paused }: Circumstances): boolean {
  return inView && !hovered && !focused && !reducedMotion && !paused;
}

interface Scroll {
  left: number;
  /** The visible width in pixels. */
  width: number;
  /** The width of all cards together, in pixels. */
  full: number;
  /** The distance from one card to the next, in pixels. */
  step: number;
}

/** Returns the scroll position of the next card (1) or the previous one (-1). The first card follows the last one. */
export function findTurnTarget({ left, width, full, step }: Scroll, direction: 1 | -1): number {
  const last = Math.max(0, full - width);
  const slack = step / 2;
  if (direction === 1) return left > last - slack ? 0 : Math.min(last, left + step);
  return left < slack ? last : Math.max(0, left - step);
}
