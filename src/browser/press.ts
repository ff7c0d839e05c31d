let isDown = false;
const waiting: (() => void)[] = [];

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', () => (isDown = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(
      end,
      () => {
        isDown = false;
        // The click comes with the release: after it.
        setTimeout(() => waiting.splice(0).forEach((goOn) => goOn()));
      },
      { capture: true },
    );
}

/**
 * Resolves once no press is under way. What moves the page waits for it: a button that slips away from under a finger
 * or a mouse gets no click.
 */
export const pressOver = (): Promise<void> =>
  isDown ? new Promise((goOn) => waiting.push(goOn)) : Promise.resolve();
