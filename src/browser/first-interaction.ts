/** Calls `run` once, when a person first uses the page and before their click is handled. */
export function onFirstInteraction(run: () => void, signal?: AbortSignal): void {
  const controller = new AbortController();
  const runOnce = (event: Event) => {
    if (isAtRest(event)) return;
    controller.abort();
    run();
  };
  for (const sign of ['scroll', 'pointermove', 'keydown', 'click'])
    addEventListener(sign, runOnce, { capture: true, signal: controller.signal });
  signal?.addEventListener('abort', () => controller.abort());
}

/**
 * Returns whether the pointer has not moved. A browser sends a pointer event to a page that opens under a resting
 * mouse.
 */
const isAtRest = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  event.pointerType === 'mouse' &&
  event.movementX === 0 &&
  event.movementY === 0;
