/** Interval of checking whether a refresh is due. */
const TICK_MS = 1_000;

/**
 * A network that reports to be back may not work yet, so a `read` that returns false is repeated after one second, two,
 * four … Returns how to stop.
 */
export function refreshWhileVisible(read: () => Promise<boolean>, everyMs: () => number): () => void {
  let last = Date.now();
  let isReading = false;
  /** How often the network came back, and how many of these returns a read has followed. */
  let [returns, readSince] = [0, 0];
  /** Milliseconds until the next attempt, while a network that is back does not answer. */
  let retryMs: number | null = null;

  async function tick(): Promise<void> {
    if (isReading || document.visibilityState !== 'visible') return;
    if (returns === readSince && Date.now() - last < (retryMs ?? everyMs())) return;
    [isReading, readSince] = [true, returns];
    let hasAnswer = false;
    try {
      hasAnswer = await read();
    } finally {
      [isReading, last] = [false, Date.now()];
    }
    const next = hasAnswer || retryMs === null ? null : Math.max(1_000, retryMs * 2);
    retryMs = next !== null && next < everyMs() ? next : null;
    // The network came back during this read, so it must be repeated.
    if (returns !== readSince) await tick();
  }
  const look = () => void tick();
  const isBack = () => {
    returns++;
    retryMs = 0;
    look();
  };

  const timer = setInterval(look, TICK_MS);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', isBack);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', isBack);
  };
}
