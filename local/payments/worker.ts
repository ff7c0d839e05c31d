/** Milliseconds; a laptop that slept must not oversleep. */
const LONGEST_PAUSE_MS = 60_000;
const AFTER_ERROR_MS = 1_000;

interface Work {
  /** Writes down all that happened so far; what came after is not delivered yet. */
  checkpoint: () => Promise<number>;
  /** Does one piece of work; milliseconds until there is more, null when there is none. */
  work: (through: number) => Promise<number | null>;
}

/**
 * Delivers events and lets sessions expire while nobody asks. An event leaves only after the payment it
 * tells about is on disk: otherwise a killed double would know nothing of money that others were told of.
 */
export function startWorker({ checkpoint, work }: Work) {
  const told = { stop: false, nudge: false };
  let wake: (() => void) | undefined;

  async function pause(ms: number): Promise<void> {
    if (told.nudge || told.stop || ms <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, LONGEST_PAUSE_MS)).unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function step(): Promise<number> {
    try {
      return (await work(await checkpoint())) ?? LONGEST_PAUSE_MS;
    } catch (error) {
      if (!told.stop) console.error('[payments]', error);
      return AFTER_ERROR_MS;
    }
  }

  async function run(): Promise<void> {
    while (!told.stop) {
      told.nudge = false;
      await pause(await step());
    }
  }
  const finished = run();

  return {
    nudge: () => {
      told.nudge = true;
      wake?.();
    },
    /** Returns at once; `finished` resolves when the last piece of work is done. */
    stop: () => {
      told.stop = true;
      wake?.();
    },
    finished,
  };
}
