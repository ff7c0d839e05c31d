let pending: Promise<boolean> | null = null;

/**
 * Runs the call that logs an attempt's outcome. Until it has answered, no page may be left, because the browser
 * would cancel the call and the log would lack the outcome.
 */
export function recordOutcome(call: () => Promise<boolean>): Promise<boolean> {
  const running = call().finally(() => {
    if (pending === running) pending = null;
  });
  pending = running;
  return running;
}

/** Returns null if no outcome is being logged. The promise is true if the user may open Management. */
export const outcomeOfAttempt = (): Promise<boolean> | null => pending;
