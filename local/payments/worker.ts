/** Milliseconds; a laptop that slept must not oversleep. */
const LONGEST_PAUSE_MS = 60_000;
const AFTER_ERROR_MS = 1_000;

interface Work {
  /** Writes down all that happened so far; what came after is not delivered yet. */
  checkpoint(): Promise<number>;
  /** Does one piece of work; milliseconds until there is more, null when there is none. */
  work(through: number): Promise<number | null>;
}

/**
 * Delivers events and lets sessions expire while nobody asks. An event leaves only after the payment it
 * tells about is on disk: otherwise a killed double would know nothing of money that others were told of.
 */
export function startWorker({ checkpoint, work }: Work) {
  let stopped = false;
  let nudged = false;
  let wake = () => {};

  async function pause(ms: number): Promise<void> {
    if (nudged || stopped || ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.min(ms, LONGEST_PAUSE_MS)).unref();
    wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      nudged = false;
      try {
        await pause((await work(await checkpoint())) ?? LONGEST_PAUSE_MS);
      } catch (error) {
        if (stopped) return;
        console.error('[payments]', error);
        await pause(AFTER_ERROR_MS);
      }
    }
  }
  const finished = run();

  return {
    nudge(): void {
      nudged = true;
      wake();
    },
    /** Returns at once; `finished` resolves when the last piece of work is done. */
    stop(): void {
      stopped = true;
      wake();
    },
    finished,
  };
}
