// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCounting } from '../../../src/features/proof/viewers.ts';

const countViewers = vi.hoisted(() =>
  vi.fn<(places: readonly string[]) => Promise<Map<string, number> | null>>(),
);
vi.mock('../../../src/features/proof/api.ts', () => ({ countViewers }));

beforeEach(() => {
  vi.useFakeTimers();
  countViewers.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Counters as the page has them; reads what they say, or null while they are hidden. */
function counters(source: string, ...places: string[]): () => (string | null)[] {
  document.body.innerHTML = places
    .map(
      (place) =>
        `<p data-viewers="${place}" data-source="${source}"><span data-shown hidden><b data-count></b></span></p>`,
    )
    .join('');
  const all = [...document.querySelectorAll<HTMLElement>('[data-viewers]')];
  for (const counter of all) counter.checkVisibility = () => true;
  startCounting(all);
  return () =>
    all.map((counter) =>
      counter.querySelector<HTMLElement>('[data-shown]')?.hidden
        ? null
        : (counter.querySelector('[data-count]')?.textContent ?? ''),
    );
}

it('simulated, they start at 15, 12 and 7 and rise by 1 or 2 every 30 s, asking nobody', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.2).mockReturnValueOnce(0.7).mockReturnValue(0.2);
  const said = counters('simulated', 'Orchard Central', 'East Coast', 'Bishan');
  expect(said()).toEqual(['15', '12', '7']);
  vi.advanceTimersByTime(29_999);
  expect(said()).toEqual(['15', '12', '7']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual(['16', '14', '8']);
  vi.advanceTimersByTime(60_000);
  expect(said()).toEqual(['18', '16', '10']);
  expect(countViewers).not.toHaveBeenCalled();
});

it('real, they say who looks, from two up, and count again every 30 s', async () => {
  countViewers
    .mockResolvedValueOnce(new Map([['Bishan', 1]]))
    .mockResolvedValueOnce(new Map([['Bishan', 2]]));
  const said = counters('real', 'Bishan');
  await vi.advanceTimersByTimeAsync(0);
  expect(said()).toEqual([null]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said()).toEqual(['2']);
  // No answer: what was said stays.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said()).toEqual(['2']);
  expect(countViewers.mock.calls).toEqual([[['Bishan']], [['Bishan']], [['Bishan']]]);
});

it('off, they say nothing', async () => {
  const said = counters('off', 'Bishan');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said()).toEqual([null]);
  expect(countViewers).not.toHaveBeenCalled();
});
