/** The rules that Studio applies to links and to a page's new address, with a real content lake. */
import type { SanityClient } from '@sanity/client';
import { expect, test } from 'vitest';
import { leadsSomewhere } from '#studio/schemaTypes/links.ts';
import { keepsOldLinks, tellsOfOldAddress } from '#studio/schemaTypes/rules/moved-page.ts';
import { findLinks, linkedAddresses } from '#studio/usage/links.ts';
import { editorClient, startTestLake } from '#support/lake.ts';

type Rule = typeof leadsSomewhere;

function check(rule: Rule, client: SanityClient, value: string, document: object) {
  const context = { document, getClient: () => client } as unknown as Parameters<Rule>[1];
  return rule(value, context);
}

test('a link needs a published page, and a page that moves needs a redirect for the links to it', async () => {
  const client = editorClient(await startTestLake());
  const home = { _id: 'homePage', _type: 'homePage', link: { href: '/june?utm_source=home' } };
  await client.create(home);
  await client.create({ _id: 'drafts.june', _type: 'page', address: '/june' });
  expect(await check(leadsSomewhere, client, '/june', home)).toContain('only a draft');
  await client.create({ _id: 'june', _type: 'page', address: '/june' });
  expect(await check(leadsSomewhere, client, '/june', home)).toBe(true);

  const draft = { _id: 'drafts.june', _type: 'page', address: '/july' };
  await client.createOrReplace(draft);
  expect(await check(keepsOldLinks, client, '/june', draft)).toBe(true);
  expect(await check(keepsOldLinks, client, '/july', draft)).toContain('1 document links to /june');
  expect(await check(leadsSomewhere, client, '/july', home)).toContain('only a draft');
  const redirect = { _type: 'redirect', from: '/june', to: '/july' };
  await client.create({ ...redirect, _id: 'drafts.moved' });
  expect(await check(keepsOldLinks, client, '/july', draft)).toBe(true);
  expect(await check(tellsOfOldAddress, client, '/july', draft)).toContain('Publish the redirect from /june');

  await client.createOrReplace({ ...draft, _id: 'june' });
  await client.create({ ...redirect, _id: 'moved' });
  expect(await check(leadsSomewhere, client, '/june', home)).toBe(true);
  const linking = await findLinks(client, { id: 'moved', addresses: linkedAddresses(redirect) });
  expect(linking.map(({ _id }) => _id)).toEqual(['homePage']);
});
