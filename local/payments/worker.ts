/** In milliseconds. With this limit the worker notices what became due while a laptop was asleep. */
const LONGEST_PAUSE_MS = 60_000;
const AFTER_ERROR_MS = 1_000;

interface Work {
  checkpoint: () => Promise<number>;
  work: (through: number) => Promise<number | null>;
}

/** An event is delivered only once its payment is on disk, so that a killed process cannot forget the payment. */
export function startWorker({ checkpoint, work }: Work) {
  const signals = { stop: false, nudge: false };
  let wake: (() => void) | undefined;

  async function pause(ms: number): Promise<void> {
    if (signals.nudge || signals.stop || ms <= 0) return;
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
      if (!signals.stop) console.error('[payments]', error);
      return AFTER_ERROR_MS;
    }
  }

  async function run(): Promise<void> {
    while (!signals.stop) {
      signals.nudge = false;
      await pause(await step());
    }
  }
  const finished = run();

  return {
    nudge: () => {
      signals.nudge = true;
      wake?.();
    },
    /** Returns at once. `finished` resolves when the current step is done. */
    stop: () => {
      signals.stop = true;
      wake?.();
    },
    finished,
  };
}
