/** The interval at which a timer checks whether a refresh is due. */
const TICK_MS = 1_000;

/**
 * Calls `read` regularly while the page is visible. When the network has come back, it might not work yet, so a `read`
 * that returns false is repeated after one second, two, four, and so on. Returns a function that stops this.
 */
export function refreshWhileVisible(read: () => Promise<boolean>, everyMs: () => number): () => void {
  let last = Date.now();
  let isReading = false;
  /**
   * `returns` counts how often the network came back, and `readSince` how many of these times were followed by a read.
   */
  let [returns, readSince] = [0, 0];
  /** Milliseconds until the next attempt while the network is back but does not answer. */
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
    // The network came back during this read, so `read` must run again.
    if (returns !== readSince) await tick();
  }
  const tickNow = () => void tick();
  const onOnline = () => {
    returns++;
    retryMs = 0;
    tickNow();
  };

  const timer = setInterval(tickNow, TICK_MS);
  document.addEventListener('visibilitychange', tickNow);
  addEventListener('online', onOnline);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tickNow);
    removeEventListener('online', onOnline);
  };
}
