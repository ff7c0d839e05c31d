import { describe, expect, it } from 'vitest';
import { simulatedMessages } from '#features/proof/messages.ts';
import {
  formatAgo,
  removeRepeats,
  entryOf,
  inventEntries,
  nextSimulated,
  shuffle,
  simulatedViewers,
} from '#features/proof/model.ts';

it.each([
  [0, 'just now'],
  [1, '1 minute ago'],
  [59, '59 minutes ago'],
  [60, '1 hour ago'],
  [179, '2 hours ago'],
  [1_439, '23 hours ago'],
  [1_440, '1 day ago'],
  [10_000, '6 days ago'],
])('the toast says of %d minutes ago “%s”', (minutes, words) => expect(formatAgo(minutes)).toBe(words));

it('a real booking is shown as a family, an offer, a place and a time, without a name', () =>
  expect(
    entryOf({ title: 'Spark Camp', class_type: 'Camp', location: 'East Coast', minutes_ago: 125 }),
  ).toEqual({ title: 'A family booked Spark Camp', place: 'East Coast', when: '2 hours ago' }));

/** Returns a random generator that repeats these numbers. */
function dice(...numbers: number[]): () => number {
  let at = 0;
  return () => numbers[at++ % numbers.length] ?? 0;
}

describe('toasts', () => {
  const entry = (title: string) => ({ title, place: 'Somerset', when: 'just now' });

  it('never repeat an entry, and keep the newest first', () =>
    expect(removeRepeats(['a', 'b', 'a', 'c', 'b'].map(entry)).map(({ title }) => title)).toEqual([
      'a',
      'b',
      'c',
    ]));

  it('are shuffled without losing an entry', () =>
    expect(shuffle(['a', 'b', 'c'], dice(0.9, 0.1, 0.5))).toEqual(['b', 'c', 'a']));

  it('are fifty different ones in simulated mode', () => {
    const entries = inventEntries(50, simulatedMessages, dice(0.2, 0.9, 0.5, 0.01));
    expect(entries).toHaveLength(50);
    expect(new Set(entries.map(({ title, place }) => `${title}|${place}`)).size).toBe(50);
  });
});

describe('the simulated viewers', () => {
  it.each([
    ['Orchard Central', 15],
    ['East Coast', 12],
    ['Bishan', 7],
    ['Somerset', 7],
  ])('of the place %s start at %d', (place, viewers) => expect(simulatedViewers(place)).toBe(viewers));
  it.each([
    [0, 16],
    [0.49, 16],
    [0.5, 17],
    [0.999, 17],
  ])('grow with the random number %d to %d', (number, viewers) =>
    expect(nextSimulated(15, () => number)).toBe(viewers),
  );
});
