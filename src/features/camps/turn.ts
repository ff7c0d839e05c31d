/**
 * Where to scroll for the next card (1) or the one before (-1); past either end it begins at the other. Pixels: where it
 * is scrolled to, how far it can be, and from one card to the next.
 */
export function turnTo(by: number, at: number, last: number, step: number): number {
  const isAtEnd = by > 0 ? at > last - step / 2 : at < step / 2;
  if (isAtEnd) return by > 0 ? 0 : last;
  return Math.max(0, Math.min(last, at + by * step));
}
