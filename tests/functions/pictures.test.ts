import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  PictureAddresses,
  PictureUses,
  SharedPicture,
  StaffPicture,
  studioName,
} from '#contract/pictures.ts';
import { handler } from '#functions/pictures/handler.ts';
import { createContentLake, type ContentLake } from '#server/content-lake.ts';
import { resizeToJpegs } from '#server/picture.ts';
import type { Photos } from '#server/photos.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { dataset, editorClient, projectId, readToken, startTestLake } from '#support/lake.ts';
import { makeUser, rpc } from '#support/sql.ts';

const env = testEnv();
let database: TestDatabase;
const stored = new Map<string, Uint8Array>();
const storage: Photos = {
  put: (path, jpeg) => {
    stored.set(path, jpeg);
    return Promise.resolve();
  },
  sign: (paths, seconds) =>
    Promise.resolve(paths.map((path) => `http://storage.test/${path}?for=${seconds}`)),
  remove: (paths) => {
    for (const path of paths) stored.delete(path);
    return Promise.resolve();
  },
};
const people: Record<string, string> = {};
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  database = await createDatabase();
  for (const role of ['customer', 'coach', 'admin'] as const)
    people[role] = await makeUser(database, `${role}@example.test`, role === 'customer' ? [] : [role]);
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' } };
  jpeg = new Uint8Array(
    await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#f00' } })
      .jpeg()
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  );
  await resizeToJpegs(jpeg, [100]);
}, 180_000);
beforeEach(async () => {
  stored.clear();
  vi.restoreAllMocks();
  await database.sql`delete from public.rate_limits`;
});
afterAll(() => database.drop());

const emptyLake: ContentLake = {
  sellable: () => Promise.resolve([]),
  teams: () => Promise.resolve([]),
  packing: () => Promise.resolve([]),
  wording: () => Promise.resolve([]),
  moments: () => Promise.resolve([]),
  bases: () => Promise.resolve([]),
  isMember: () => Promise.resolve(false),
  revisions: () => Promise.resolve([]),
  usesOf: () => Promise.resolve([]),
};
async function send(
  method: string,
  query: string,
  who: string | null,
  { body, lake = emptyLake }: { body?: BodyInit; lake?: ContentLake } = {},
) {
  const request = new Request(`${env.SUPABASE_URL}/functions/v1/pictures?${query}`, {
    method,
    ...(body && { body }),
    headers: who === null ? {} : { authorization: `Bearer ${makeToken(people[who] ?? '')}` },
  });
  const response = await handler(request, {
    env,
    db: directDb(database),
    dbAs: (token) => directDbAs(database, token),
    pictures: storage,
    lake,
    now: () => new Date('2030-01-10T04:00:00.000Z'),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const upload = (who: string | null, id = randomUUID(), body: BodyInit = jpeg) =>
  send('POST', `id=${id}&name=Bowl`, who, { body });

test('a picture is stored upright in two sizes, without location and other camera data', async () => {
  const { status, body } = await upload('coach');
  expect(status).toBe(200);
  expect(v.parse(StaffPicture, body)).toMatchObject({
    name: 'Bowl',
    width: 800,
    height: 1600,
    state: 'private',
  });
  const metadata = await Promise.all([...stored.values()].map((one) => sharp(one).metadata()));
  expect(metadata.map(({ width, height, exif }) => [width, height, exif])).toEqual([
    [800, 1600, undefined],
    [200, 400, undefined],
  ]);
  for (const one of stored.values())
    expect(Buffer.from(one).toString('latin1')).not.toMatch(/Exif|GPS|Camera/);
});

test('a small picture is not enlarged', async () => {
  const small = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#00f' } })
    .jpeg()
    .toBuffer();
  const { body } = await upload('coach', randomUUID(), new Uint8Array(small));
  expect(v.parse(StaffPicture, body)).toMatchObject({ width: 900, height: 700 });
});

test('a picture sent again after a lost response is stored once, with its first files', async () => {
  const id = randomUUID();
  await upload('coach', id);
  const before = [...stored.keys()];
  expect((await upload('coach', id)).status).toBe(200);
  expect([...stored.keys()]).toEqual(before);
});

test.each([
  [null, 401],
  ['customer', 409],
] as const)('%s stores nothing', async (who, status) => {
  expect((await upload(who)).status).toBe(status);
  expect((await send('GET', `id=${randomUUID()}`, who)).status).toBe(status);
  expect(stored.size).toBe(0);
});

test.each<[string, BodyInit, number, string]>([
  ['a file that only claims to be a picture', '<svg/>', 415, 'photo_not_readable'],
  ['a file above the limit', new Uint8Array(12 * 1024 * 1024 + 1), 413, 'photo_too_large'],
])('%s is refused, and none of its files is stored', async (_, body, status, code) => {
  expect(await upload('coach', randomUUID(), body)).toMatchObject({ status, body: { code } });
  expect(stored.size).toBe(0);
});

test('a coach’s address for a picture works for five minutes, and for their own pictures only', async () => {
  const { id } = v.parse(StaffPicture, (await upload('admin')).body);
  const [picture] = v.parse(PictureAddresses, (await send('GET', `id=${id}`, 'admin')).body).pictures;
  expect(picture?.url).toMatch(/\.jpg\?for=300$/);
  expect(picture?.small_url).toMatch(/-small\.jpg\?for=300$/);
  expect(await send('GET', `id=${id}`, 'coach')).toMatchObject({
    status: 404,
    body: { code: 'picture_not_found' },
  });
});

test('a share link can be created for an hour or a day, while nobody in the picture forbids it', async () => {
  const { id } = v.parse(StaffPicture, (await upload('admin')).body);
  const share = (hours: number, who = 'admin') => send('POST', `share=${id}&hours=${hours}`, who);
  expect(await share(1)).toMatchObject({ status: 409, body: { code: 'picture_not_allowed' } });
  const admin = { role: 'authenticated', sub: people['admin'] ?? '' } as const;
  await rpc(database, admin, 'save_picture', { p_id: id, p_change: { shows: 'nobody' } });
  const link = v.parse(SharedPicture, (await share(24)).body);
  expect(link).toEqual({
    url: expect.stringMatching(/for=86400$/) as string,
    expires_at: '2030-01-11T04:00:00.000Z',
  });
  expect((await share(8760)).status).toBe(400);
  expect((await share(1, 'coach')).status).toBe(409);
});

test('the answer names the published documents that use the picture, at any depth', async () => {
  const [{ id }, other] = [
    v.parse(StaffPicture, (await upload('admin')).body),
    v.parse(StaffPicture, (await upload('admin')).body),
  ];
  const server = await startTestLake({ closed: true, readToken });
  const studio = editorClient(server);
  const storeImage = async (name: string, colour: string) => {
    const bytes = await sharp({ create: { width: 120, height: 100, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
    const asset = await studio.assets.upload('image', bytes, { filename: name });
    return { _type: 'image', asset: { _type: 'reference', _ref: asset._id } };
  };
  const [image, strange] = [await storeImage(studioName(id), '#0f0'), await storeImage('bowl.jpg', '#00f')];
  await studio.create({ _id: 'about', _type: 'aboutPage', story: [{ _key: 'a', _type: 'figure', image }] });
  await studio.create({ _id: 'pass-term', _type: 'pass', name: 'Term pass', image });
  await studio.create({ _id: 'drafts.pass-x', _type: 'pass', name: 'Not published', image });
  await studio.create({ _id: 'home', _type: 'homePage', title: 'Home', image: strange });
  const host = { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_HOST: server.url };
  const lake = createContentLake({ ...host, SANITY_READ_TOKEN: readToken });
  const readUses = async (picture: string) =>
    v.parse(PictureUses, (await send('GET', `uses=${picture}`, 'admin', { lake })).body).uses;
  expect(await readUses(id)).toEqual([
    { id: 'about', type: 'aboutPage', title: null },
    { id: 'pass-term', type: 'pass', title: 'Term pass' },
  ]);
  expect(await readUses(other.id)).toEqual([]);
});

test('a coach reads the uses of their own pictures only', async () => {
  const { id } = v.parse(StaffPicture, (await upload('admin')).body);
  expect(await send('GET', `uses=${id}`, 'coach')).toMatchObject({
    status: 404,
    body: { code: 'picture_not_found' },
  });
});
