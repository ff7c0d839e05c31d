/** Runs once, at the first sign of a person, and before a click is answered: until then nothing is asked for. */
export function onFirstInteraction(run: () => void, signal?: AbortSignal): void {
  const controller = new AbortController();
  const once = (event: Event) => {
    if (isAtRest(event)) return;
    controller.abort();
    run();
  };
  for (const sign of ['scroll', 'pointermove', 'keydown', 'click'])
    addEventListener(sign, once, { capture: true, signal: controller.signal });
  signal?.addEventListener('abort', () => controller.abort());
}

/** A page that opens under a mouse hears of it, though nobody moved it. */
const isAtRest = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.pointerType === 'mouse' &&
  event.movementX === 0 &&
  event.movementY === 0;
