import { expect, test } from 'vitest';
import {
  postToLake,
  dataset,
  editorClient,
  listenForMutations,
  startTestLake,
  visitorClient,
  writeToken,
} from '#support/lake.ts';

const secret = ['drafts.term', 'versions.spring.term', '_.groups.public'];

async function lakeWithSecrets() {
  const lake = await startTestLake();
  for (const _id of ['term', ...secret]) await editorClient(lake).create({ _id, _type: 'pass' });
  return lake;
}

const version = 'v2025-02-19';

test.each([
  ['mutate', 'data/mutate', { mutations: [{ create: { _type: 'pass' } }] }],
  [
    'actions',
    'data/actions',
    {
      actions: [
        { actionType: 'sanity.action.document.publish', draftId: 'drafts.term', publishedId: 'term' },
      ],
    },
  ],
  ['an image', 'assets/images', {}],
  ['a file', 'assets/files', {}],
])('writing needs a token: %s', async (_name, call, body) => {
  const lake = await lakeWithSecrets();
  for (const token of [null, 'a-guess', '']) {
    const answer = await fetch(`${lake.url}/${version}/${call}/${dataset}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(401);
  }
  expect(await editorClient(lake).fetch('count(*)', {}, { perspective: 'raw' })).toBe(4);
});

test.each(['raw', 'published', 'drafts', ['spring', 'drafts']] as const)(
  'a visitor finds only what is published, with perspective %s',
  async (perspective) => {
    const lake = await lakeWithSecrets();
    const asked = typeof perspective === 'string' ? perspective : [...perspective];
    const found = await visitorClient(lake).fetch<{ _originalId?: string }[]>(
      '*',
      {},
      { perspective: asked },
    );
    expect(found).toHaveLength(1);
    expect(JSON.stringify(found)).not.toMatch(/drafts|versions|groups/);
  },
);

test('a visitor can neither read a hidden document by its id nor learn that it exists', async () => {
  const lake = await lakeWithSecrets();
  const ids = ['term', ...secret, 'nothing'].join(',');
  const answer = (await (await fetch(`${lake.url}/${version}/data/doc/${dataset}/${ids}`)).json()) as {
    documents: { _id: string }[];
    omitted: { id: string; reason: string }[];
  };
  expect(answer.documents.map(({ _id }) => _id)).toEqual(['term']);
  expect(answer.omitted.map(({ reason }) => reason)).toEqual(Array(4).fill('existence'));
});

test('a visitor’s listener gets published documents only', async () => {
  const lake = await lakeWithSecrets();
  const events = await listenForMutations(visitorClient(lake), '*');
  await editorClient(lake).patch('drafts.term').set({ price: 1 }).commit();
  await editorClient(lake).patch('term').set({ price: 2 }).commit();
  await expect.poll(() => events.length).toBeGreaterThan(0);
  expect(events[0]).toMatchObject({ documentId: 'term' });
});

test.each([
  `history/${dataset}/events/documents/drafts.term`,
  `history/${dataset}/transactions/drafts.term`,
  `history/${dataset}/documents/drafts.term`,
])('only editors can read the history: %s', async (path) => {
  const lake = await lakeWithSecrets();
  const url = `${lake.url}/${version}/data/${path}`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: { authorization: `Bearer ${writeToken}` } })).status).toBe(200);
});

test('an export without a token has published documents only', async () => {
  const lake = await lakeWithSecrets();
  const url = `${lake.url}/${version}/data/export/${dataset}`;
  const ids = async (init: RequestInit) =>
    (await (await fetch(url, init)).text())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { _id: string })._id);
  expect(await ids({})).toEqual(['term']);
  expect(await ids({ headers: { authorization: `Bearer ${writeToken}` } })).toHaveLength(4);
});

test('the local sign-in issues a token once, and signing out ends it', async () => {
  const lake = await startTestLake();
  const login = await fetch(`${lake.url}/v1/auth/login/publisher?origin=http://127.0.0.1:3333/structure`, {
    redirect: 'manual',
  });
  const [back, ticket] = (login.headers.get('location') ?? '').split('#sid=');
  expect(back).toBe('http://127.0.0.1:3333/structure');
  const exchange = `${lake.url}/v1/auth/fetch?sid=${ticket}`;
  // A token of an earlier installation must not prevent a sign-in.
  const first = await fetch(exchange, { headers: { authorization: 'Bearer yesterday' } });
  const { token } = (await first.json()) as { token: string };
  expect(token).toMatch(/^local-.{40}$/);
  expect((await fetch(exchange)).status).toBe(401);
  expect(
    (await postToLake(lake, 'mutate', { mutations: [{ create: { _type: 'pass' } }] }, token)).status,
  ).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await fetch(`${lake.url}/v1/users/me`, { headers })).json()).toMatchObject({
    id: 'publisher',
  });
  await fetch(`${lake.url}/v1/auth/logout`, { method: 'POST', headers });
  expect((await fetch(`${lake.url}/v1/users/me`, { headers })).status).toBe(401);
});

test.each(['https://evil.example', 'https://127.0.0.1.evil.example', 'javascript:alert(1)', ''])(
  'the sign-in redirects nobody to %s',
  async (origin) => {
    const lake = await startTestLake();
    const answer = await fetch(`${lake.url}/v1/auth/login/publisher?origin=${encodeURIComponent(origin)}`, {
      redirect: 'manual',
    });
    expect(answer.status).toBe(400);
  },
);

test.each([
  ['http://127.0.0.1:3333', true],
  ['http://localhost:3333', true],
  ['https://evil.example', false],
  ['http://localhost.evil.example', false],
  ['null', false],
])('a page of %s may read the lake: %s', async (origin, allowed) => {
  const lake = await startTestLake();
  const preflight = await fetch(`${lake.url}/${version}/data/query/${dataset}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'authorization,x-anything' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
  // Studio must be able to read that it is signed out.
  const refused = await fetch(`${lake.url}/v1/users/me`, { headers: { origin } });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe(allowed ? origin : null);
});
