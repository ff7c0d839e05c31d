import { expect, test } from 'vitest';
import { describe as summary } from '#studio/publication/describe.ts';

const pass = { type: 'pass', available: true };
const faq = { type: 'faq', available: true };

test.each([
  [pass, { checkout: 'known', site: 'built' }, 'Live', true],
  [pass, { checkout: 'known', site: 'building' }, 'On its way', false],
  [pass, { checkout: 'older', site: 'built' }, 'On its way', false],
  [pass, { checkout: 'unknown', site: 'built' }, 'On its way', false],
  [pass, { checkout: 'refused', problem: 'Price', site: 'built' }, 'Refused by the checkout', true],
  [
    pass,
    { checkout: 'earlier_version', problem: 'A price jumps', site: 'building' },
    'Earlier price in use',
    true,
  ],
  [faq, { checkout: 'earlier_version', problem: 'Cut off', site: 'built' }, 'Earlier price in use', true],
  [pass, { checkout: 'known', site: 'failed', reason: 'Term' }, 'Not on the site', false],
  [{ ...pass, available: false }, { checkout: 'known', site: 'built' }, 'Live', true],
  [faq, { checkout: 'unknown', site: 'built' }, 'Live', true],
  [faq, { checkout: 'older', site: 'building' }, 'On its way', false],
] as const)('%o with %o is “%s”', (document, status, label, settled) => {
  expect(summary(document, status)).toMatchObject({ label, settled });
});

test('the summary says why a publication failed', () => {
  expect(
    summary(pass, {
      checkout: 'refused',
      problem: 'The price is 0.',
      site: 'failed',
      reason: 'Term has no name.',
    }),
  ).toMatchObject({
    checkout: 'Refused it, so nobody can buy it. The price is 0.',
    site: 'Could not be built, so the earlier pages stay up. Term has no name.',
  });
});
