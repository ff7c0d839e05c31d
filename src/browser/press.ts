let isDown = false;
const waiting: (() => void)[] = [];

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', () => (isDown = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(
      end,
      () => {
        isDown = false;
        // The click follows the release, so continue after it.
        setTimeout(() => waiting.splice(0).forEach((goOn) => goOn()));
      },
      { capture: true },
    );
}

/** A button that moves away during a press gets no click, so call it before moving content. */
export const pressOver = (): Promise<void> =>
  isDown ? new Promise((goOn) => waiting.push(goOn)) : Promise.resolve();
