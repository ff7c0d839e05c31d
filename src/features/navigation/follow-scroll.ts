/** Draws now, and whenever the page is scrolled or the window changes. */
export function followScroll(draw: () => void, signal: AbortSignal): void {
  for (const change of ['scroll', 'resize']) addEventListener(change, draw, { passive: true, signal });
  draw();
}
