export function followScroll(draw: () => void, signal: AbortSignal): void {
  for (const change of ['scroll', 'resize']) addEventListener(change, draw, { passive: true, signal });
  draw();
}
