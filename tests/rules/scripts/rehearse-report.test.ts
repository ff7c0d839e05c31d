import { describe, expect, test } from 'vitest';
import type { Visit } from '#scripts/rehearse/parents.ts';
import {
  advice,
  busiestSecond,
  findings,
  type Observations,
  percentileOf,
} from '#scripts/rehearse/report.ts';
import { stagingTarget } from '#scripts/rehearse/target.ts';

const visit = (more: Partial<Visit> = {}): Visit => ({
  got: 'full',
  answeredAt: 900,
  waitedMs: 400,
  queuedMs: null,
  checkoutMs: null,
  checkoutAt: null,
  failures: [],
  secret: null,
  ...more,
});
const withSpot = (more: Partial<Visit> = {}) =>
  visit({ got: 'spot', checkoutAt: 1_000, checkoutMs: 600, secret: 'secret', ...more });
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

const makeObserved = (more: Partial<Observations> = {}): Observations => ({
  camp: { id: 'camp', name: 'Spark Camp', offerId: 'tier-spark', capacity: 2 },
  plan: { parents: 10, withinSeconds: 5, mails: 1, dob: '2018-01-01', admitsPerMinute: null },
  visits: [...times(2, () => withSpot()), ...times(8, () => visit())],
  heldAtMost: 2,
  connectionsAtMost: 20,
  connectionsMax: 100,
  mailsPerSecond: 2,
  queue: null,
  ...more,
});

test('a sale without trouble needs no change, and the report says what happened', () => {
  expect(advice(makeObserved())).toEqual([]);
  expect(findings(makeObserved()).slice(0, 3)).toEqual([
    'Spark Camp, 2 spots: 10 parents within 5 s',
    'It was sold out after 0.9 s.',
    '2 held a spot, 8 were told that it is full, 0 gave up.',
  ]);
});

describe('each trouble has its advice, and only that', () => {
  test.each<[string, Partial<Observations>, RegExp]>([
    ['more spots are held than there are', { heldAtMost: 3 }, /^STOP: 3 spots were held, and the camp has 2/],
    [
      'parents give up',
      { visits: [...times(9, () => visit()), visit({ got: 'gave_up' })] },
      /^1 parents had no answer/,
    ],
    ['answers are slow', { visits: times(10, () => visit({ waitedMs: 5_000 })) }, /a parent waits 5\.0 s/],
    [
      'somebody overtakes in the queue',
      { queue: { overtaken: 1, most: 2 }, plan: { ...makeObserved().plan, admitsPerMinute: 2 } },
      /^STOP: 1 parents were admitted before somebody who had come earlier/,
    ],
    [
      'the queue admits too many',
      { queue: { overtaken: 0, most: 3 }, plan: { ...makeObserved().plan, admitsPerMinute: 2 } },
      /^STOP: 3 parents were admitted within a minute, and queue_admits_per_minute was 2/,
    ],
    ['connections run out', { connectionsAtMost: 61 }, /61% of them were open/],
    ['our limits refuse parents', { visits: [visit({ failures: ['rate_limited'] })] }, /^Raise the limits/],
    ['the gateway refuses calls', { visits: [visit({ failures: ['gateway'] })] }, /^Look at the gateway/],
    [
      'a parent with a spot does not get to Stripe',
      { visits: [withSpot({ checkoutMs: null })] },
      /^1 parents with a spot did not reach/,
    ],
    [
      'Stripe is asked for too much at once',
      { visits: times(26, () => withSpot()), camp: { ...makeObserved().camp, capacity: 26 } },
      /^Ask Stripe for more than 25 calls a second/,
    ],
    [
      'mails leave too slowly',
      { visits: times(1_500, () => visit()) },
      /^Set outbox_per_second to 3, so that all mails leave within 10 minutes\.$/,
    ],
    [
      'mails need more than Resend allows',
      { visits: times(6_000, () => visit()) },
      /^Set outbox_per_second to 10, .* Ask Resend for as many first: without asking it takes 5\.$/,
    ],
  ])('%s', (_, more, expected) => {
    const lines = advice(makeObserved(more));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(expected);
  });
});

test.each<[string, Visit[], string[]]>([
  ['slow answers', times(100, () => visit({ answeredAt: 30_000 })), ['200', '120']],
  ['Stripe’s limit', times(2_000, () => visit({ answeredAt: 20_000 })), ['6000', '900']],
])('the queue is set by %s', (_, visits, [served = '', admitted = '']) => {
  const line = findings(makeObserved({ visits })).find((one) => one.includes('queue_admits_per_minute'));
  expect(line).toMatch(new RegExp(`^${served} parents a minute .* to ${admitted}\\.$`));
});

test('a rehearsal with a queue says how long parents queued, and not how to set it', () => {
  const visits = [visit({ queuedMs: 3_000 }), visit({ queuedMs: 9_000 }), visit()];
  const text = findings(makeObserved({ visits, queue: { overtaken: 0, most: 2 } })).join('\n');
  expect(text).toContain(
    '2 parents queued: they waited 3.0 s in the middle, 9.0 s at most. Within a minute at most 2',
  );
  expect(text).not.toContain('queue_admits_per_minute');
});

test('nobody can say how to set the queue if nobody was answered', () => {
  const visits = [visit({ got: 'gave_up' })];
  expect(findings(makeObserved({ visits })).join()).not.toContain('queue_');
});

test('a camp that does not sell out is not called sold out', () => {
  expect(findings(makeObserved({ visits: [withSpot()] }))[1]).toBe('It did not sell out.');
});

test('percentiles are values that were measured, and unknown without any', () => {
  expect(percentileOf([4, 1, 3, 2], 0.5)).toBe(2);
  expect(percentileOf([4, 1, 3, 2], 0.95)).toBe(4);
  expect(percentileOf([], 0.95)).toBeNull();
  expect(busiestSecond([100, 900, 1_100, 1_200, 1_300])).toBe(3);
});

test('production is refused before anything is asked of it', async () => {
  const context = {
    environment: 'production',
    fetch: () => Promise.reject(new Error('nothing may be asked')),
  } as unknown as Parameters<typeof stagingTarget>[0];
  await expect(stagingTarget(context)).rejects.toThrow('A rehearsal is only for staging.');
});
