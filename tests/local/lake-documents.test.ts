import { ClientError } from '@sanity/client';
import { expect, test } from 'vitest';
import { postToLake, editorClient, startTestLake } from '#support/lake.ts';

test('a stock client creates, reads, patches and deletes', async () => {
  const client = editorClient(await startTestLake());
  const created = await client.create({ _id: 'term', _type: 'pass', price: 697, features: ['badge'] });
  const patched = await client
    .patch('term')
    .set({ price: 709 })
    .inc({ sold: 0 })
    .setIfMissing({ badge: 'Recommended' })
    .append('features', ['make-up'])
    .commit();
  expect(patched).toMatchObject({ price: 709, badge: 'Recommended', features: ['badge', 'make-up'] });
  expect(patched._rev).not.toBe(created._rev);
  expect(patched._createdAt).toBe(created._createdAt);
  expect(Date.parse(patched._updatedAt)).toBeGreaterThanOrEqual(Date.parse(created._updatedAt));
  expect(await client.getDocument('term')).toEqual(patched);
  await client.delete('term');
  expect(await client.getDocument('term')).toBeUndefined();
});

test('the revision of a document is the id of the transaction that wrote it', async () => {
  const client = editorClient(await startTestLake());
  const { transactionId } = await client.transaction().create({ _id: 'a', _type: 'pass' }).commit();
  expect((await client.getDocument('a'))?._rev).toBe(transactionId);
});

test.each([
  ['a patch on an old revision', 409, [{ patch: { id: 'term', ifRevisionID: 'old', set: { price: 1 } } }]],
  ['a patch of a missing document', 404, [{ patch: { id: 'nothing', set: { price: 1 } } }]],
  ['creating an existing document', 409, [{ create: { _id: 'term', _type: 'pass' } }]],
  ['a document without a type', 400, [{ create: { _id: 'typeless' } }]],
  ['an invalid id', 400, [{ create: { _id: '-x/y', _type: 'pass' } }]],
  ['another type for a known document', 400, [{ patch: { id: 'term', set: { _type: 'team' } } }]],
  ['a patch that cannot be applied', 400, [{ patch: { id: 'term', insert: { items: [1] } } }]],
  ['a strong reference to nothing', 409, [{ patch: { id: 'term', set: { team: { _ref: 'nothing' } } } }]],
  ['deleting a document that others refer to', 409, [{ delete: { id: 'red' } }]],
])('%s is refused with %i, and its transaction changes nothing', async (_name, status, mutations) => {
  const lake = await startTestLake();
  const client = editorClient(lake);
  await client.create({ _id: 'red', _type: 'team' });
  await client.create({ _id: 'term', _type: 'pass', price: 697, team: { _type: 'reference', _ref: 'red' } });
  const before = await client.fetch<unknown>('*');
  const answer = await postToLake(lake, 'mutate', {
    mutations: [{ create: { _id: 'extra', _type: 'pass' } }, ...mutations],
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { type: 'mutationError' } });
  expect(await client.fetch('*')).toEqual(before);
});

test('the client turns a revision conflict into its own error', async () => {
  const client = editorClient(await startTestLake());
  await client.create({ _id: 'term', _type: 'pass' });
  const conflict = client.patch('term').ifRevisionId('old').set({ price: 1 }).commit();
  await expect(conflict).rejects.toThrow(ClientError);
  await expect(conflict).rejects.toMatchObject({ statusCode: 409 });
});

test('of many patches on one revision only one is accepted', async () => {
  const client = editorClient(await startTestLake());
  const { _rev } = await client.create({ _id: 'term', _type: 'pass', price: 697 });
  const tries = Array.from({ length: 10 }, (_, n) =>
    client.patch('term').ifRevisionId(_rev).set({ price: n }).commit(),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a query selects the documents to patch and to delete', async () => {
  const client = editorClient(await startTestLake());
  for (const n of [1, 2, 3]) await client.create({ _id: `p${n}`, _type: 'pass', n });
  await client
    .patch({ query: '*[n > $least]', params: { least: 1 } })
    .set({ on: true })
    .commit();
  expect(await client.fetch('*[on == true]._id')).toEqual(['p2', 'p3']);
  await client.delete({ query: '*[on == true]' });
  expect(await client.fetch('*._id')).toEqual(['p1']);
});

test('a dry run returns a result and stores nothing', async () => {
  const client = editorClient(await startTestLake());
  const document = await client.create({ _id: 'a', _type: 'pass' }, { dryRun: true });
  expect(document._id).toBe('a');
  expect(await client.fetch('count(*)')).toBe(0);
});

test('a repeated transaction is answered and not applied twice', async () => {
  const lake = await startTestLake();
  await editorClient(lake).create({ _id: 'a', _type: 'pass', n: 0 });
  const body = { transactionId: 'once', mutations: [{ patch: { id: 'a', inc: { n: 1 } } }] };
  for (const _time of [1, 2])
    expect(await (await postToLake(lake, 'mutate', body)).json()).toMatchObject({ transactionId: 'once' });
  expect(await editorClient(lake).fetch('*[_id == "a"][0].n')).toBe(1);
});

test('a dataset of another name is not found', async () => {
  const client = editorClient(await startTestLake(), { dataset: 'staging' });
  await expect(client.fetch('*')).rejects.toMatchObject({ statusCode: 404 });
});
