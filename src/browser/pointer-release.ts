let isDown = false;
const waitingCalls: (() => void)[] = [];

if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', () => (isDown = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    addEventListener(
      end,
      () => {
        isDown = false;
        // The browser sends the click after the release, so the waiting code runs after both.
        setTimeout(() => waitingCalls.splice(0).forEach((goOn) => goOn()));
      },
      { capture: true },
    );
}

/**
 * Resolves when no button is held down. Await it before moving content, because a button that moves while it
 * is held down gets no click.
 */
export const waitForRelease = (): Promise<void> =>
  isDown ? new Promise((goOn) => waitingCalls.push(goOn)) : Promise.resolve();
