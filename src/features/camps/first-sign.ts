/** Runs once, at the first sign of a person, and before a click is answered: until then nothing is asked for. */
export function atFirstSign(run: () => void): void {
  const controller = new AbortController();
  const once = ({ type, target }: Event) => {
    // A row of cards scrolls by itself, too, when its letters come and it snaps to a card again.
    if (type === 'scroll' && target !== document) return;
    controller.abort();
    run();
  };
  for (const sign of ['scroll', 'pointermove', 'keydown', 'click'])
    addEventListener(sign, once, { capture: true, signal: controller.signal });
}
