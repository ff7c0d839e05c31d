import { timing } from '../../config/timing.ts';
import { countViewers } from './api.ts';
import { nextSimulated, simulatedViewers } from './model.ts';

/** Counts viewers while the page is looked at: real ones by heartbeat, or the specification's numbers (spec 2 §4). */
export function startCounting(counters: readonly HTMLElement[]): void {
  const placeOf = ({ dataset }: HTMLElement) => dataset['viewers'] ?? '';
  const simulated = counters.filter(({ dataset }) => dataset['source'] === 'simulated');
  const real = counters.filter(({ dataset }) => dataset['source'] === 'real');
  const counts = new Map(simulated.map((counter) => [counter, simulatedViewers(placeOf(counter))]));

  async function countReal(): Promise<void> {
    if (real.length === 0 || document.hidden) return;
    // Only whoever has the place before their eyes looks at it; a choice that is not shown has no place on the page.
    const seen = real.filter((counter) => counter.checkVisibility());
    const viewers = await countViewers([...new Set(seen.map(placeOf))]);
    if (viewers) for (const counter of real) write(counter, viewers.get(placeOf(counter)) ?? 0);
  }

  for (const [counter, count] of counts) write(counter, count);
  void countReal();
  setInterval(() => {
    for (const [counter, count] of counts) {
      const next = nextSimulated(count, Math.random);
      counts.set(counter, next);
      write(counter, next);
    }
    void countReal();
  }, timing.VIEWERS_EVERY_MS);
}

function write(counter: HTMLElement, viewers: number): void {
  const shown = counter.querySelector<HTMLElement>('[data-shown]');
  const count = counter.querySelector('[data-count]');
  if (!shown || !count) return;
  count.textContent = String(viewers);
  shown.hidden = viewers < timing.VIEWERS_FROM;
}
