import { expect, test } from 'vitest';
import { postToLake, editorClient, startTestLake } from '#support/lake.ts';

const action = (name: string, fields: object) => ({
  actions: [{ actionType: `sanity.action.document.${name}`, ...fields }],
});

async function lakeWith(...documents: { _id: string; _type: string; [field: string]: unknown }[]) {
  const lake = await startTestLake();
  for (const document of documents) await editorClient(lake).create(document);
  const listPasses = () =>
    editorClient(lake).fetch<unknown[]>(
      '*[_type == "pass"] | order(_id){_id, price}',
      {},
      { perspective: 'raw' },
    );
  const run = (body: object) => postToLake(lake, 'actions', body).then((response) => response.status);
  return { lake, listPasses, run };
}
const term = { _id: 'term', _type: 'pass', price: 697 };
const draft = { _id: 'drafts.term', _type: 'pass', price: 709 };
const ids = { draftId: 'drafts.term', publishedId: 'term' };

test('publish replaces the published document by the draft', async () => {
  const { lake, listPasses, run } = await lakeWith(term, draft);
  const before = await editorClient(lake).getDocument('term');
  expect(await run(action('publish', ids))).toBe(200);
  expect(await listPasses()).toEqual([{ _id: 'term', price: 709 }]);
  const after = await editorClient(lake).getDocument('term');
  expect(after?._createdAt).toBe(before?._createdAt);
  expect(after?._rev).not.toBe(before?._rev);
});

test('publishing makes references strong that were weak only for the draft', async () => {
  const reference = (more: object) => ({ _type: 'reference', _ref: 'red', _weak: true, ...more });
  const { lake, run } = await lakeWith(
    { _id: 'red', _type: 'team' },
    { ...draft, soon: reference({ _strengthenOnPublish: { type: 'team' } }), never: reference({}) },
  );
  expect(await run(action('publish', ids))).toBe(200);
  expect(await editorClient(lake).getDocument('term')).toMatchObject({
    soon: { _type: 'reference', _ref: 'red' },
    never: { _weak: true },
  });
  await expect(editorClient(lake).delete('red')).rejects.toMatchObject({ statusCode: 409 });
});

test.each([
  [
    'edit creates a draft of the published document',
    'edit',
    { ...ids, patch: { set: { price: 5 } } },
    [term],
    [
      { _id: 'drafts.term', price: 5 },
      { _id: 'term', price: 697 },
    ],
  ],
  [
    'edit changes an existing draft',
    'edit',
    { ...ids, patch: { inc: { price: 1 } } },
    [draft],
    [{ _id: 'drafts.term', price: 710 }],
  ],
  ['unpublish keeps the document as a draft', 'unpublish', ids, [term], [{ _id: 'drafts.term', price: 697 }]],
  [
    'unpublish leaves an existing draft',
    'unpublish',
    ids,
    [term, draft],
    [{ _id: 'drafts.term', price: 709 }],
  ],
  ['discard deletes the draft', 'discard', ids, [term, draft], [{ _id: 'term', price: 697 }]],
  [
    'version.discard deletes the draft',
    'version.discard',
    { versionId: 'drafts.term' },
    [term, draft],
    [{ _id: 'term', price: 697 }],
  ],
  [
    'delete deletes document and draft',
    'delete',
    { publishedId: 'term', includeDrafts: ['drafts.term'] },
    [term, draft],
    [],
  ],
  [
    'create creates a draft',
    'create',
    { publishedId: 'term', attributes: draft },
    [],
    [{ _id: 'drafts.term', price: 709 }],
  ],
  [
    'replaceDraft replaces the draft',
    'replaceDraft',
    { ...ids, attributes: { ...draft, price: 9 } },
    [draft],
    [{ _id: 'drafts.term', price: 9 }],
  ],
  [
    'version.create copies a document',
    'version.create',
    { publishedId: 'term', baseId: 'term', versionId: 'versions.r1.term' },
    [term],
    [
      { _id: 'term', price: 697 },
      { _id: 'versions.r1.term', price: 697 },
    ],
  ],
])('%s', async (_says, name, fields, before, after) => {
  const { listPasses, run } = await lakeWith(...before);
  expect(await run(action(name, fields))).toBe(200);
  expect(await listPasses()).toEqual(after);
});

test.each([
  ['publish without a draft', 404, 'publish', ids],
  ['discard without a draft', 404, 'discard', ids],
  ['unpublish of a document that is not published', 404, 'unpublish', { publishedId: 'nothing' }],
  [
    'publish over a newer revision',
    409,
    'publish',
    { ...ids, draftId: 'drafts.other', ifPublishedRevisionId: 'old' },
  ],
  [
    'publish of a draft that has moved on',
    409,
    'publish',
    { ...ids, draftId: 'drafts.other', ifDraftRevisionId: 'old' },
  ],
  ['an action of a release', 400, 'release.publish', {}],
])('%s is refused with %i', async (_says, status, name, fields) => {
  const { listPasses, run } = await lakeWith(term, { ...draft, _id: 'drafts.other' });
  const before = await listPasses();
  expect(await run(action(name, fields))).toBe(status);
  expect(await listPasses()).toEqual(before);
});
