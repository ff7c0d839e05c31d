import { expect, test } from 'vitest';
import { linkedAddresses, linksTo } from '#studio/usage/links.ts';
import { saleUses } from '#studio/usage/sale-uses.ts';

const use = {
  on_sale: true,
  prices: {},
  price_jump_percent: 50,
  floor_cents: null,
  waits_for_approval: false,
  coming_camps: 2,
  places: { taken: 0, open: 0 },
  in_checkout: true,
  renews: false,
};

test('an offer on sale lists its uses, and cannot be deleted', () => {
  expect(saleUses('campTier', { available: true }, use)).toEqual([
    'On sale. Take it off sale before you delete or unpublish it.',
    'These pages find it by its name: Holiday camps, Book a camp, Camps on a partner’s site, Timetable on a partner’s site.',
    '2 upcoming camps use its prices.',
    'Somebody is paying for it right now. Spots on hold can still be paid for.',
  ]);
});

test('a draft that was never published has no uses', () => {
  const none = { ...use, on_sale: false, coming_camps: 0, in_checkout: false };
  expect(saleUses('pass', null, none)).toEqual([]);
});

test('an offer counts as on sale while the checkout sells it, whatever the content says', () => {
  const [first] = saleUses('pass', { available: false }, { ...use, coming_camps: 0, in_checkout: false });
  expect(first).toContain('On sale');
});

test('the list says if the checkout does not answer', () => {
  expect(saleUses('pass', { available: false }, 'unknown').at(-1)).toContain('could not ask the checkout');
});

test.each([
  [{ hero: { button: { href: '/checkout/term' } } }, true],
  [{ options: [{ href: '/checkout/term?from=popup' }] }, true],
  [{ href: '/checkout/term-two' }, false],
  [{ text: 'See /checkout/term for more' }, false],
])('a link is found by its address: %j', (document, found) => {
  expect(linksTo(document, '/checkout/term')).toBe(found);
});

test.each([
  ['a page', { _type: 'page', address: '/june' }, ['/june']],
  ['a redirect', { _type: 'redirect', from: '/old', to: '/camps' }, ['/old']],
  ['a pass', { _type: 'pass', checkoutType: 'term-pass' }, ['/checkout/term-pass']],
  [
    'a pass with its own address',
    { _type: 'pass', checkoutType: 'term-pass', checkoutPath: '/checkout/term' },
    ['/checkout/term', '/checkout/term-pass'],
  ],
  ['a question', { _type: 'faq', address: '/june' }, []],
  ['no document', null, []],
])('links name %s by its address', (_name, document, addresses) => {
  expect(linkedAddresses(document)).toEqual(addresses);
});
