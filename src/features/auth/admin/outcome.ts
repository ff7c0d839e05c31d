let pending: Promise<boolean> | null = null;

/**
 * Runs the call that logs an attempt's outcome. No page may be left until the call has answered, because the browser
 * would cancel it and the log would lack the outcome.
 */
export function recordOutcome(call: () => Promise<boolean>): Promise<boolean> {
  const running = call().finally(() => {
    if (pending === running) pending = null;
  });
  pending = running;
  return running;
}

/**
 * Returns whether the user may open Management, once the outcome is logged. Returns null if no outcome is being
 * logged.
 */
export const outcomeOfAttempt = (): Promise<boolean> | null => pending;
