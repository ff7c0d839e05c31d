import * as timing from '#config/timing.ts';
import { countViewers } from './api.ts';
import { nextSimulated, simulatedViewers } from './model.ts';

interface Counter {
  readonly place: string;
  readonly source: string | undefined;
  getClientRects(): ArrayLike<unknown>;
  show(viewers: number): void;
}

/** The counters that are updated by requests. */
const real = new Set<Counter>();
/** The counters with simulated numbers, which are stored here. */
const simulated = new Map<Counter, number>();
let timer: ReturnType<typeof setInterval> | undefined;
let running: Promise<void> | undefined;

/**
 * Updates a counter while it is on the page. A real one is updated by heartbeats, and a simulated one with the
 * specification's numbers (spec 2 §4).
 */
export function watch(counter: Counter, signal: AbortSignal): void {
  if (signal.aborted) return;
  if (counter.source === 'simulated') startSimulated(counter, simulatedViewers(counter.place));
  else if (counter.source === 'real') {
    real.add(counter);
    // Counters that start at the same time share one request.
    running ??= Promise.resolve()
      .then(countReal)
      .finally(() => (running = undefined));
  } else return;
  timer ??= setInterval(countAgain, timing.VIEWERS_EVERY_MS);
  signal.addEventListener('abort', () => stopCounting(counter));
}

function countAgain(): void {
  for (const [counter, count] of simulated) startSimulated(counter, nextSimulated(count, Math.random));
  void countReal();
}

async function countReal(): Promise<void> {
  if (document.hidden) return;
  // A counter inside a hidden choice is not visible, so its visitor does not count as a viewer.
  const visible = [...real].filter((counter) => counter.getClientRects().length > 0);
  if (visible.length === 0) return;
  const viewers = await countViewers([...new Set(visible.map(({ place }) => place))]);
  if (viewers) for (const counter of real) counter.show(viewers.get(counter.place) ?? 0);
}

function startSimulated(counter: Counter, viewers: number): void {
  simulated.set(counter, viewers);
  counter.show(viewers);
}

function stopCounting(counter: Counter): void {
  real.delete(counter);
  simulated.delete(counter);
  if (real.size + simulated.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
