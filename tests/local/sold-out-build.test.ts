/**
 * Products may be deleted once they are off sale, and at any time without Studio, but the site must still build.
 * site-content.test.ts tests every loader with one missing product; here nothing is left to sell.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#config/paths.ts';
import { soldTypes } from '#studio/sale/sold.ts';
import { buildWithBrand } from '#support/branded-site.ts';
import { type BuiltSite, fileAt, readBuiltSite } from '#support/built-site.ts';
import { deleteOffers } from '#support/delete-offers.ts';
import { epicCamp } from '../unit/checkout/examples.ts';

let site: BuiltSite;
let soldIds: string[];
let remove: (() => void) | undefined;
beforeAll(async () => {
  // The calendar still has a camp whose tier was deleted.
  const camps = [{ ...epicCamp, start_date: '2099-12-14', end_date: '2099-12-18' }];
  const built = await buildWithBrand({}, camps, {
    edit: async (client) => {
      soldIds = await client.fetch<string[]>('*[_type in $types]._id', { types: [...soldTypes] });
      await deleteOffers(client, soldIds);
    },
  });
  remove = built.remove;
  site = readBuiltSite(built.dist);
}, 300_000);
afterAll(() => remove?.());

const pageAt = (address: string) => site.pages.find(({ file }) => file === fileAt(site, address));

test('every page that sells exists, and none offers what was deleted', () => {
  expect(soldIds.length).toBeGreaterThan(soldTypes.size);
  for (const address of [
    ...[paths.home, paths.camps, paths.campsNew, paths.campsBook, paths.campsEpic, paths.passes],
    ...[paths.teamPasses, paths.tryOutForKids, paths.birthdays, paths.checkout, paths.tryOutCheckout],
  ])
    expect(pageAt(address)?.text, address).toMatch(/<h1/);
  for (const { file, text } of site.pages) {
    expect(text, file).not.toMatch(/NaN|S\$(undefined|null)/);
    expect(
      soldIds.filter((id) => text.includes(`"${id}"`)),
      file,
    ).toEqual([]);
  }
});
