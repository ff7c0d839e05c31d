import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PictureAddresses, StaffPicture } from '#contract/pictures.ts';
import { handler } from '#functions/pictures/handler.ts';
import { createPhotos } from '#server/photos.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { makeUser } from '#support/sql.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

// Tests staff's pictures in the storage of the stack, and attempts to reach them without the function.

let api: TestApi;
const people: Record<string, string> = {};
let picture: StaffPicture;
let path: string;
beforeAll(async () => {
  api = await createApi();
  for (const role of ['customer', 'coach', 'admin', 'business_admin'])
    people[role] = await makeUser(api.database, `${role}@example.test`, role === 'customer' ? [] : [role]);
  picture = v.parse(
    StaffPicture,
    (await call('coach', 'POST', `id=${randomUUID()}&name=Bowl`, await makeRedPng())).body,
  );
  const [row] = await api.database.sql<[{ path: string }]>`select path from public.pictures`;
  path = row.path;
});
beforeEach(() => api.database.sql`truncate public.rate_limits`);
afterAll(() => api.stop());

const makeRedPng = async () =>
  new Uint8Array(
    await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  );
async function call(who: string, method: string, query: string, body?: BodyInit) {
  const env = { ...testEnv(), SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: api.keys.service };
  const request = new Request(`${api.url}/functions/v1/pictures?${query}`, {
    method,
    ...(body && { body }),
    headers: { authorization: `Bearer ${makeToken(people[who] ?? '')}` },
  });
  const response = await handler(request, {
    env,
    db: directDb(api.database),
    dbAs: (token) => directDbAs(api.database, token),
    pictures: createPhotos(env, 'pictures'),
    lake: {
      sellable: () => Promise.resolve([]),
      teams: () => Promise.resolve([]),
      wording: () => Promise.resolve([]),
      packing: () => Promise.resolve([]),
      moments: () => Promise.resolve([]),
      bases: () => Promise.resolve([]),
      isMember: () => Promise.resolve(false),
      revisions: () => Promise.resolve([]),
      usesOf: () => Promise.resolve([]),
    },
    now: () => new Date(),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

const objects = async () => {
  const rows = await api.database.sql<{ name: string; size: number }[]>`
    select name, (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'pictures' order by name`;
  return [...rows];
};
const small = () => path.replace('.jpg', '-small.jpg');
const page = new Blob(['<script>alert(1)</script>'], { type: 'text/html' });
const jpeg = new Blob(['another'], { type: 'image/jpeg' });
type Bucket = ReturnType<SupabaseClient['storage']['from']>;
const tries: [
  string,
  (bucket: Bucket, all: SupabaseClient['storage']) => Promise<{ data: unknown; error: unknown }>,
][] = [
  ['lists them', (b) => b.list('')],
  ['lists them by a search', (b) => b.list('', { search: '.jpg' })],
  ['opens one', (b) => b.download(path)],
  ['opens the small one', (b) => b.download(small())],
  ['asks about one', (b) => b.info(path)],
  ['signs one', (b) => b.createSignedUrl(path, 60)],
  ['signs one for sending', (b) => b.createSignedUploadUrl(`${randomUUID()}.jpg`)],
  ['sends one', (b) => b.upload(`${randomUUID()}.jpg`, jpeg)],
  ['sends a page', (b) => b.upload(`${randomUUID()}.html`, page, { contentType: 'text/html' })],
  [
    'sends a page that says it is a picture',
    (b) => b.upload(`${randomUUID()}.jpg`, page, { contentType: 'image/jpeg' }),
  ],
  ['overwrites one', (b) => b.upload(path, jpeg, { upsert: true })],
  ['replaces one', (b) => b.update(path, jpeg)],
  ['uploads to another bucket', (b) => b.upload(`../child-photos/${randomUUID()}.jpg`, jpeg)],
  ['reads past its bucket', (b) => b.download(`../pictures/${path}`)],
  ['moves one', (b) => b.move(path, 'mine.jpg')],
  ['copies one', (b) => b.copy(path, 'mine.jpg')],
  ['copies one to another bucket', (b) => b.copy(path, 'mine.jpg', { destinationBucket: 'child-photos' })],
  ['removes one', (b) => b.remove([path, small()])],
  ['lists the buckets', (_, all) => all.listBuckets()],
  ['opens the bucket to all', (_, all) => all.updateBucket('pictures', { public: true })],
  ['empties the bucket', (_, all) => all.emptyBucket('pictures')],
  ['deletes the bucket', (_, all) => all.deleteBucket('pictures')],
  ['creates a bucket', (_, all) => all.createBucket('mine', { public: true })],
];

describe.each(['a visitor', 'customer', 'coach', 'admin', 'business_admin'])(
  'without the function, %s',
  (who) => {
    it.each(tries)('who %s gets nothing and changes nothing', async (_, attack) => {
      const before = await objects();
      const id = people[who];
      const client = api.client(id === undefined ? {} : { token: await api.token({ sub: id, aal: 'aal2' }) });
      const { data, error } = await attack(client.storage.from('pictures'), client.storage);
      // Neither an error nor an empty list reveals anything.
      if (error === null) expect(data).toEqual([]);
      expect(await objects()).toEqual(before);
      const buckets = await api.database.sql<
        { id: string; public: boolean }[]
      >`select id, public from storage.buckets`;
      expect(buckets.filter((one) => one.public)).toEqual([]);
      expect(buckets.map(({ id }) => id)).toContain('pictures');
    });
  },
);

it('a signed address opens its own picture only', async () => {
  const answer = await call('coach', 'GET', `id=${picture.id}`);
  const [signed] = v.parse(PictureAddresses, answer.body).pictures;
  const url = new URL(signed?.url ?? '');
  const imageResponse = await fetch(url);
  expect([imageResponse.status, imageResponse.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const others = [
    url.href.replace(path, small()),
    url.href.replace('/pictures/', '/child-photos/'),
    url.href.replace(path, `x/../${small()}`),
    url.href.replace(path, `..%2fpictures%2f${small()}`),
    url.href.replace('/object/sign/', '/object/public/'),
    url.href.replace('/object/sign/', '/object/authenticated/'),
    url.href.replace('/object/sign/', '/object/'),
    url.origin + url.pathname,
  ];
  for (const other of others) {
    expect.soft(other).not.toBe(url.href);
    expect.soft((await fetch(other)).status, other).toBeGreaterThanOrEqual(400);
  }
  for (const method of ['PUT', 'POST', 'DELETE'])
    expect
      .soft((await fetch(url, { method, ...(method !== 'DELETE' && { body: jpeg }) })).status, method)
      .toBeGreaterThanOrEqual(400);
  expect(await objects()).toHaveLength(2);
});

it('no address is signed for another coach’s picture or an unknown one', async () => {
  people['colleague'] = await makeUser(api.database, 'colleague@example.test', ['coach']);
  for (const id of [picture.id, randomUUID()])
    expect(await call('colleague', 'GET', `id=${id}`)).toMatchObject({
      status: 404,
      body: { code: 'picture_not_found' },
    });
  for (const id of [path, `../${path}`, `${picture.id}/../x`])
    expect(await call('admin', 'GET', `id=${encodeURIComponent(id)}`)).toMatchObject({ status: 400 });
  expect(await call('customer', 'GET', `id=${picture.id}`)).toMatchObject({ body: { code: 'not_allowed' } });
});
