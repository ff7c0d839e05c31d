let isDown = false;
const waiting: (() => void)[] = [];

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', () => (isDown = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(
      end,
      () => {
        isDown = false;
        // The browser sends the click after the release, so the waiting code runs after both.
        setTimeout(() => waiting.splice(0).forEach((goOn) => goOn()));
      },
      { capture: true },
    );
}

/**
 * Resolves when no button is held down. Await it before moving content, because a button that moves during a press
 * gets no click.
 */
export const pressOver = (): Promise<void> =>
  isDown ? new Promise((goOn) => waiting.push(goOn)) : Promise.resolve();
