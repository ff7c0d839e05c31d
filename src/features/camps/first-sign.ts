/** Runs once, at the first sign of a person: until then nothing is asked for that the page does not show anyway. */
export function atFirstSign(run: () => void): void {
  const controller = new AbortController();
  const once = () => {
    controller.abort();
    run();
  };
  for (const sign of ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(sign, once, { passive: true, signal: controller.signal });
}
