import { expect, test } from 'vitest';
import { type Rung, usualPriceRemark } from '#contract/selling-rules/rungs.ts';

test.each<[string, string, number, Rung[], RegExp | null]>([
  ['the listed price is usual', 'spark', 590, [], null],
  ['the listed price is unusual', 'spark', 601, [], /S\$601 is on sale now.*S\$500 and S\$600/],
  ['the early bird is usual', 'ignite', 890, [{ price: 790 }], null],
  ['the early bird is unusual', 'ignite', 890, [{ price: 79 }], /S\$79 is on sale now/],
  ['the usual early bird is closed', 'epic', 1290, [{ price: 990, closed: true }], /S\$1290 is on sale now/],
  [
    'the usual early bird has ended',
    'epic',
    1290,
    [{ price: 990, deadline: '2000-01-01T00:00:00Z' }],
    /1290/,
  ],
  ['the tier is unknown', 'ember', 5, [], null],
])('the price of a tier is compared with its usual prices: %s', (_, tier, listed, rungs, expected) => {
  const remark = usualPriceRemark(tier, listed, rungs, new Date('2026-12-01T00:00:00Z'));
  if (expected === null) expect(remark).toBeNull();
  else expect(remark).toMatch(expected);
});
