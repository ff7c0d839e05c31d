import { expect, test } from 'vitest';
import { getCampTiers } from '#content/camp-tiers.ts';
import { createContentClient } from '#content/client.ts';
import { readContentEnv } from '#content/env.ts';
import {
  postToLake,
  dataset,
  editorClient,
  listenForMutations,
  projectId,
  readToken,
  startTestLake,
  visitorClient,
} from '#support/lake.ts';

async function privateLake() {
  const lake = await startTestLake({ closed: true, readToken });
  await editorClient(lake).create({ _id: 'term', _type: 'pass', price: 1 });
  return { lake, reader: editorClient(lake, { token: readToken }) };
}

test('a private dataset looks empty without a token, and is complete with one', async () => {
  const { lake, reader } = await privateLake();
  for (const perspective of ['raw', 'published', 'drafts'] as const) {
    expect(await visitorClient(lake).fetch('*[_type == "pass"]', {}, { perspective })).toEqual([]);
    expect(await reader.fetch('count(*[_type == "pass"])', {}, { perspective })).toBe(1);
  }
  expect(await visitorClient(lake).getDocument('term')).toBeUndefined();
  expect(await reader.getDocument('term')).toMatchObject({ price: 1 });
  const exported = await fetch(`${lake.url}/v2025-02-19/data/export/${dataset}`);
  expect(await exported.text()).toBe('');
});

test.each([
  ['', 'published'],
  ['1', 'drafts'],
])(
  'the site reads a private dataset with the token of its environment (preview “%s”)',
  async (preview, perspective) => {
    const { lake } = await privateLake();
    const site = (token: string | undefined) =>
      createContentClient(
        readContentEnv({
          SANITY_PROJECT_ID: projectId,
          SANITY_DATASET: dataset,
          SANITY_API_HOST: lake.url,
          SANITY_PREVIEW: preview,
          SANITY_READ_TOKEN: token,
        }),
      );
    expect(site(readToken).config()).toMatchObject({ perspective, useCdn: false });
    expect(await site(readToken).fetch('*[_type == "pass"].price')).toEqual([1]);
    expect(await site(undefined).fetch('*[_type == "pass"].price')).toEqual([]);
  },
);

test('a build of a private dataset fails without the token instead of creating empty pages', async () => {
  const { lake } = await privateLake();
  const env = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: lake.url };
  // The loaders read the environment only at their first use, so it must be complete before that.
  Object.assign(process.env, env);
  await expect(getCampTiers(() => undefined)).rejects.toThrow('SANITY_READ_TOKEN');
});

test('a listener without a token gets no changes', async () => {
  const { lake, reader } = await privateLake();
  const [visitorEvents, readerEvents] = [
    await listenForMutations(visitorClient(lake), '*'),
    await listenForMutations(reader, '*'),
  ];
  await editorClient(lake).patch('term').set({ price: 2 }).commit();
  await expect.poll(() => readerEvents.length).toBe(1);
  expect(visitorEvents).toEqual([]);
});

test('a token for reading cannot write', async () => {
  const { lake } = await privateLake();
  const change = { mutations: [{ patch: { id: 'term', set: { price: 3 } } }] };
  expect((await postToLake(lake, 'mutate', change, readToken)).status).toBe(403);
});
