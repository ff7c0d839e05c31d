/** Rules of a carousel that moves by itself, without access to the DOM. */
export interface Circumstances {
  hovered: boolean;
  focused: boolean;
  reducedMotion: boolean;
  inView: boolean;
  /** True if stopped by its button. */
  paused: boolean;
}

/** Not while hovered, focused, out of view, stopped or against the visitor's motion setting. */
export function mayTurn({ hovered, focused, reducedMotion, inView, paused }: Circumstances): boolean {
  return inView && !hovered && !focused && !reducedMotion && !paused;
}

interface Scroll {
  left: number;
  /** Visible width and full width, in pixels. */
  width: number;
  full: number;
  /** Distance from one card to the next, in pixels. */
  step: number;
}

/** Scroll position of the next card (1) or the previous one (-1). Past either end it goes to the other end. */
export function turned({ left, width, full, step }: Scroll, by: 1 | -1): number {
  const last = Math.max(0, full - width);
  const slack = step / 2;
  if (by === 1) return left > last - slack ? 0 : Math.min(last, left + step);
  return left < slack ? last : Math.max(0, left - step);
}
