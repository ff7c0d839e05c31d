// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewerCount } from '#features/proof/viewer-count.ts';
import { find } from '#support/unit/page.ts';
import { stubIntersection } from '#support/unit/intersection.ts';

const countViewers = vi.hoisted(() =>
  vi.fn<(places: readonly string[]) => Promise<Map<string, number> | null>>(),
);
vi.mock('#features/proof/api.ts', () => ({ countViewers }));

let intersection: ReturnType<typeof stubIntersection>;
beforeEach(() => {
  vi.useFakeTimers();
  countViewers.mockReset().mockResolvedValue(null);
  intersection = stubIntersection();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A hidden element has no boxes. */
const rects = (count: number) => Array.from({ length: count }) as unknown as DOMRectList;

/** Adds counters near the view, and returns a function that reads them (null while hidden). */
async function counters(source: string, ...places: string[]): Promise<() => (string | null)[]> {
  const page = document.createElement('main');
  page.innerHTML = places
    .map(
      (place) =>
        `<viewer-count data-place="${place}" data-source="${source}"><span data-shown hidden><b data-count></b></span></viewer-count>`,
    )
    .join('');
  document.body.replaceChildren(page);
  const all = [...page.querySelectorAll('viewer-count')].filter((one) => one instanceof ViewerCount);
  for (const counter of all) counter.getClientRects = () => rects(1);
  expect(intersection.watched()).toEqual(all);
  for (const counter of all) intersection.show(counter);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  return () =>
    all.map((counter) =>
      counter.querySelector<HTMLElement>('[data-shown]')?.hidden
        ? null
        : (counter.querySelector('[data-count]')?.textContent ?? ''),
    );
}

it('simulated viewers start at 15, 12 and 7, rise by 1 or 2 every 30 s, and request nothing', async () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0.2).mockReturnValueOnce(0.7).mockReturnValue(0.2);
  const counts = await counters('simulated', 'Orchard Central', 'East Coast', 'Bishan');
  expect(counts()).toEqual(['15', '12', '7']);
  vi.advanceTimersByTime(29_999);
  expect(counts()).toEqual(['15', '12', '7']);
  vi.advanceTimersByTime(1);
  expect(counts()).toEqual(['16', '14', '8']);
  vi.advanceTimersByTime(60_000);
  expect(counts()).toEqual(['18', '16', '10']);
  expect(countViewers).not.toHaveBeenCalled();
});

it('real viewers are shown from two on, and are updated every 30 s', async () => {
  countViewers
    .mockResolvedValueOnce(new Map([['Bishan', 1]]))
    .mockResolvedValueOnce(new Map([['Bishan', 2]]));
  const readCounts = await counters('real', 'Bishan');
  expect(readCounts()).toEqual([null]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readCounts()).toEqual(['2']);
  // If a call fails, the last number stays on the page.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readCounts()).toEqual(['2']);
  expect(countViewers.mock.calls).toEqual([[['Bishan']], [['Bishan']], [['Bishan']]]);
});

it('the viewers are hidden and request nothing if they are off', async () => {
  const readCounts = await counters('off', 'Bishan');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readCounts()).toEqual([null]);
  expect(countViewers).not.toHaveBeenCalled();
});

it('the viewers request all visible places in one call, and take up no space while hidden', async () => {
  countViewers.mockResolvedValue(
    new Map([
      ['Bishan', 3],
      ['East Coast', 4],
    ]),
  );
  const readCounts = await counters('real', 'Bishan', 'East Coast', 'Bishan');
  expect(countViewers.mock.calls).toEqual([[['Bishan', 'East Coast']]]);
  expect(readCounts()).toEqual(['3', '4', '3']);
  find('[data-place="East Coast"]').getClientRects = () => rects(0);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(countViewers.mock.lastCall).toEqual([['Bishan']]);
});

it('the viewers stop counting after they are removed from the page', async () => {
  await counters('real', 'Bishan');
  document.body.replaceChildren();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(countViewers).toHaveBeenCalledOnce();
});
