import { beforeEach, expect, test } from 'vitest';
import type { SanityClient } from '@sanity/client';
import { editorClient, startTestLake } from '#support/lake.ts';

let client: SanityClient;

beforeEach(async () => {
  client = editorClient(await startTestLake());
  await client.create({ _id: 'term', _type: 'pass', name: 'Term', price: 697 });
  await client.create({ _id: 'drafts.term', _type: 'pass', name: 'Term', price: 709 });
  await client.create({ _id: 'versions.spring.term', _type: 'pass', name: 'Term', price: 599 });
  await client.create({ _id: 'drafts.new', _type: 'pass', name: 'New pass for the river', price: 1 });
});

const allPasses = '*[_type == "pass"] | order(_id){_id, _originalId, price}';

test.each([
  ['published' as const, [{ _id: 'term', _originalId: 'term', price: 697 }]],
  [
    'drafts' as const,
    [
      { _id: 'new', _originalId: 'drafts.new', price: 1 },
      { _id: 'term', _originalId: 'drafts.term', price: 709 },
    ],
  ],
  [['spring'], [{ _id: 'term', _originalId: 'versions.spring.term', price: 599 }]],
])('the perspective %s shows each document once, in its topmost layer', async (perspective, expected) => {
  expect(await client.fetch(allPasses, {}, { perspective })).toEqual(expected);
});

test('the raw perspective shows every layer', async () => {
  const ids = await client.fetch<string[]>('*[_type == "pass"]._id', {}, { perspective: 'raw' });
  expect(ids.sort()).toEqual(['drafts.new', 'drafts.term', 'term', 'versions.spring.term']);
});

test('old versions of the API use raw by default, and new ones published', async () => {
  const count = 'count(*[_type == "pass"])';
  expect(await client.withConfig({ apiVersion: '2024-01-01' }).fetch(count)).toBe(4);
  expect(await client.fetch(count)).toBe(1);
});

test('parameters reach the query, even in a slice', async () => {
  const query = '*[_type == $type] | order(price desc)[0...$count].price';
  expect(await client.fetch(query, { type: 'pass', count: 1 }, { perspective: 'raw' })).toEqual([709]);
  expect(await client.fetch(query, { type: 'pass', count: 2 }, { perspective: 'raw' })).toEqual([709, 697]);
});

test('the Studio’s text search finds words by their first letters', async () => {
  const query =
    '*[_type == "pass" && [@, _id] match text::query($words)] | score(name match text::query($words))._id';
  expect(await client.fetch(query, { words: 'riv new' }, { perspective: 'drafts' })).toEqual(['new']);
  expect(await client.fetch(query, { words: 'mountain' }, { perspective: 'drafts' })).toEqual([]);
});

test('an invalid query is answered with 400 and the reason', async () => {
  await expect(client.fetch('*[')).rejects.toThrow(/syntax error in GROQ/i);
  await expect(client.fetch('*[')).rejects.toMatchObject({ statusCode: 400 });
});
