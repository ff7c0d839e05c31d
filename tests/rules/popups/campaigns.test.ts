/** A campaign popup opens only on some pages. */
import { expect, test } from 'vitest';
import { campaignPages } from '#config/campaigns.ts';
import type { CampaignPopup } from '#content/widgets.ts';
import { campaignOf } from '#features/popups/campaigns.ts';

const campaign = (id: string, chosen: { pages?: string[]; paths?: string[]; blockPages?: string[] } = {}) =>
  ({ _id: id, pages: [], paths: [], blockPages: [], ...chosen }) as unknown as CampaignPopup;
const home = { name: 'home', path: '/', popups: ['sells'] } as const;
const booking = { name: 'campsBook', path: '/camps/book', popups: ['camps'] } as const;
const legal = { name: 'terms', path: '/terms', popups: undefined } as const;
const june = { name: null, path: '/june', popups: undefined } as const;

test('a campaign without chosen pages opens on every page that sells, and on no other', () => {
  const everywhere = campaign('all');
  expect(campaignOf([everywhere], home)).toBe(everywhere);
  for (const place of [booking, legal, june]) expect(campaignOf([everywhere], place)).toBeNull();
});

test('a campaign with chosen pages opens only there', () => {
  const chosen = campaign('some', { pages: ['passes'], paths: ['/june'], blockPages: ['page-june'] });
  expect(campaignOf([chosen], june)).toBe(chosen);
  expect(campaignOf([chosen], home)).toBeNull();
});

test('a campaign whose chosen page is not published does not open on every page', () =>
  expect(campaignOf([campaign('gone', { blockPages: ['page-gone'] })], home)).toBeNull());

test('the first of several campaigns opens, and the query lists the one that began last first', () => {
  const [late, early] = [campaign('late'), campaign('early')];
  expect(campaignOf([late, early], home)).toBe(late);
});

test('editors can choose pages that sell, and never the checkout or a family’s account', () => {
  const names = campaignPages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['home', 'camps', 'passes', 'birthdays', 'about']));
  for (const name of ['checkout', 'campsBook', 'auth', 'familyBase', 'terms'])
    expect(names).not.toContain(name);
});
