/** Rules of a carousel that turns by itself. No DOM. */
export interface Circumstances {
  hovered: boolean;
  focused: boolean;
  reducedMotion: boolean;
  inView: boolean;
  /** By its button. */
  paused: boolean;
}

/** Nothing moves under somebody's pointer or keyboard, unseen, or against their wish. */
export function mayTurn({ hovered, focused, reducedMotion, inView, paused }: Circumstances): boolean {
  return inView && !hovered && !focused && !reducedMotion && !paused;
}

interface Scroll {
  left: number;
  /** Pixels in view, and in all. */
  width: number;
  full: number;
  /** From one card to the next. */
  step: number;
}

/** Where to scroll for the next card (1) or the one before (-1); beyond either end begins at the other. */
export function turned({ left, width, full, step }: Scroll, by: 1 | -1): number {
  const last = Math.max(0, full - width);
  const slack = step / 2;
  if (by === 1) return left > last - slack ? 0 : Math.min(last, left + step);
  return left < slack ? last : Math.max(0, left - step);
}
