import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PHOTO_MOST_BYTES, PhotoAnswer, PhotosAnswer } from '#contract/family-photo.ts';
import { handler } from '#functions/child-photo/handler.ts';
import { resizeToJpegs } from '#server/picture.ts';
import { dropPhotos } from '#functions/error-monitor/photos.ts';
import type { Photos } from '#server/photos.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { saveChild } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import { countRows, refusal, rpc, service, sqlState } from '#support/sql.ts';

const env = testEnv();
let database: TestDatabase;
/** The files of the fake storage, by path. */
const stored = new Map<string, Uint8Array>();
const photos: Photos = {
  put: (path, jpeg) => {
    stored.set(path, jpeg);
    return Promise.resolve();
  },
  sign: (paths, seconds) =>
    Promise.resolve(paths.map((path) => `http://storage.test/${path}?token=${seconds}`)),
  remove: (paths) => {
    for (const path of paths) stored.delete(path);
    return Promise.resolve();
  },
};
beforeAll(async () => {
  database = await createDatabase();
  // The first photo loads the decoder, which takes long on a busy machine.
  await resizeToJpegs(new Uint8Array(await photo(200, 200)), [100]);
}, 180_000);
beforeEach(async () => {
  stored.clear();
  await database.sql`delete from public.rate_limits`;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

const send = async (
  method: string,
  ids: string | string[],
  { who, body, storage = photos }: { who?: passes.Home; body?: BodyInit; storage?: Photos } = {},
) => {
  const query = [ids]
    .flat()
    .map((id) => `child_id=${id}`)
    .join('&');
  const request = new Request(`${env.SUPABASE_URL}/functions/v1/child-photo?${query}`, {
    method,
    ...(body && { body }),
    headers: who ? { authorization: `Bearer ${makeToken(who.who.sub ?? '')}` } : {},
  });
  const response = await handler(request, {
    env,
    db: directDb(database),
    dbAs: (token) => directDbAs(database, token),
    photos: storage,
    now: () => new Date('2030-01-10T04:00:00.000Z'),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
/**
 * Returns a picture whose left half is red, with a location. Like on phones, it is stored sideways with an
 * orientation.
 */
async function photo(width = 1600, height = 1200, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#ff0000' };
  const red = await sharp({ create: half }).png().toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
  const exif = {
    IFD0: { Make: 'Camera' },
    IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' },
  };
  return image[format]().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
}
const bytes = (buffer: Buffer) => new Uint8Array(buffer);

test('a photo is stored upright and smaller, without location and other camera data, under a signed address', async () => {
  const home = await passes.makeHome(database);
  const original = await photo();
  expect((await sharp(original).metadata()).exif).toBeDefined();
  const { status, body } = await send('POST', home.childId, { who: home, body: bytes(original) });
  expect(status).toBe(200);
  const savedPhoto = v.parse(PhotoAnswer, body);
  const [[path, jpeg] = ['', new Uint8Array()], ...more] = [...stored];
  expect(more).toEqual([]);
  expect(path).toMatch(new RegExp(`^${home.childId}/[0-9a-f-]{36}\\.jpg$`));
  expect(savedPhoto).toEqual({
    child_id: home.childId,
    url: `http://storage.test/${path}?token=300`,
    expires_at: '2030-01-10T04:05:00.000Z',
  });
  const { format, width, height, exif, icc, iptc, xmp, orientation } = await sharp(jpeg).metadata();
  expect({ format, width, height, exif, iptc, xmp }).toEqual({
    format: 'jpeg',
    width: 600,
    height: 800,
    exif: undefined,
    iptc: undefined,
    xmp: undefined,
  });
  expect([orientation ?? 1, icc]).toEqual([1, undefined]);
  expect(Buffer.from(jpeg).toString('latin1')).not.toMatch(/Exif|GPS|Camera/);
  // The left half of the stored picture is now on top.
  const { data } = await sharp(jpeg)
    .extract({ left: 300, top: 50, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
  expect(data[2]).toBeLessThan(60);
  const [child] = await database.sql`select photo from public.children where id = ${home.childId}`;
  expect(child).toEqual({ photo: path });
  const board = await rpc<{ children: { has_photo: boolean }[] }>(database, home.who, 'get_family_dashboard');
  expect(board.children).toMatchObject([{ has_photo: true }]);
});

test.each(['png', 'webp'] as const)(
  'a photo of type %s is stored as a JPEG, too, without the location',
  async (format) => {
    const home = await passes.makeHome(database);
    const small = await photo(200, 120, format);
    expect((await sharp(small).metadata()).exif).toBeDefined();
    expect((await send('POST', home.childId, { who: home, body: bytes(small) })).status).toBe(200);
    const [jpeg = new Uint8Array()] = stored.values();
    const { format: kept, exif, xmp } = await sharp(jpeg).metadata();
    expect({ kept, exif, xmp }).toEqual({ kept: 'jpeg', exif: undefined, xmp: undefined });
  },
);

test('a replaced or deleted photo is removed from the storage at once', async () => {
  const home = await passes.makeHome(database);
  const upload = async () => send('POST', home.childId, { who: home, body: bytes(await photo(200, 200)) });
  await upload();
  const [first] = stored.keys();
  await upload();
  expect(stored.size).toBe(1);
  expect(stored.has(first ?? '')).toBe(false);
  expect((await send('DELETE', home.childId, { who: home })).body).toEqual({ removed: true });
  expect(stored.size).toBe(0);
  expect((await send('DELETE', home.childId, { who: home })).body).toEqual({ removed: false });
  expect(await countRows(database, 'dropped_photos')).toBe(0);
});

test('the chore removes files that the storage still has, and photos of erased families', async () => {
  const home = await passes.makeHome(database);
  await send('POST', home.childId, { who: home, body: bytes(await photo(200, 200)) });
  const stubborn = { ...photos, remove: () => Promise.reject(new Error('away')) };
  const retry = await send('POST', home.childId, {
    who: home,
    body: bytes(await photo(200, 200)),
    storage: stubborn,
  });
  expect(retry.status).toBe(200);
  expect(stored.size).toBe(2);
  await rpc(database, home.who, 'erase_family');
  const deps = { db: directDb(database), photos, pictures: photos, campPhotos: photos };
  expect(await dropPhotos(deps)).toEqual({ removed: 2 });
  expect(stored.size).toBe(0);
  expect(await dropPhotos(deps)).toEqual({ removed: 0 });
});

test('the signed addresses are returned for all children of the request who have a photo', async () => {
  const home = await passes.makeHome(database);
  const other = await saveChild(database, home.who, { name: 'Zoe', dob: '2019-05-01' });
  await send('POST', home.childId, { who: home, body: bytes(await photo(200, 200)) });
  const { body } = await send('GET', [home.childId, other.id], { who: home });
  expect(v.parse(PhotosAnswer, body).photos.map(({ child_id }) => child_id)).toEqual([home.childId]);
});

describe('a photo is refused', () => {
  const noise = new Uint8Array(200).fill(7);
  const cut = async () => bytes(await photo(400, 400)).slice(0, 300);
  test.each([
    ['text', () => 'hello', 415, 'photo_not_readable'],
    [
      'a script that calls itself a picture',
      () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
      415,
      'photo_not_readable',
    ],
    ['random bytes', () => noise, 415, 'photo_not_readable'],
    ['the head of a JPEG alone', () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 415, 'photo_not_readable'],
    ['half of a JPEG', cut, 415, 'photo_not_readable'],
    ['a tiny picture', async () => bytes(await photo(95, 300)), 422, 'photo_too_small'],
    [
      'a picture with too many pixels',
      async () => bytes(await photo(8001, 100, 'png')),
      413,
      'photo_too_large',
    ],
    ['too many bytes', () => new Uint8Array(PHOTO_MOST_BYTES + 1), 413, 'photo_too_large'],
  ] as [string, () => BodyInit | Promise<BodyInit>, number, string][])(
    'if it is %s',
    async (_, body, status, code) => {
      const home = await passes.makeHome(database);
      expect(await send('POST', home.childId, { who: home, body: await body() })).toMatchObject({
        status,
        body: { code },
      });
      expect(stored.size).toBe(0);
    },
  );

  test('from a person who is not the child’s parent, and finds no such child', async () => {
    const [home, other] = [await passes.makeHome(database), await passes.makeHome(database)];
    await send('POST', home.childId, { who: home, body: bytes(await photo(200, 200)) });
    const body = bytes(await photo(200, 200));
    for (const [method, more] of [
      ['GET', {}],
      ['POST', { body }],
      ['DELETE', {}],
    ] as const) {
      const answer = await send(method, home.childId, { who: other, ...more });
      expect(answer).toMatchObject({ status: 404, body: { code: 'child_not_found' } });
      expect(await send(method, home.childId, more)).toMatchObject({
        status: 401,
        body: { code: 'unauthorized' },
      });
    }
    expect(await send('GET', [other.childId, home.childId], { who: other })).toMatchObject({ status: 404 });
    expect(stored.size).toBe(1);
  });

  test('without a child’s id, or with two ids where one is expected', async () => {
    const home = await passes.makeHome(database);
    for (const [method, ids] of [
      ['GET', []],
      ['GET', 'x'],
      ['POST', [home.childId, home.childId]],
    ] as const)
      expect(await send(method, [...[ids].flat()], { who: home })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'child_id' },
      });
  });

  test('after twenty in an hour, including refused ones', async () => {
    const home = await passes.makeHome(database);
    const statuses = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await send('POST', home.childId, { who: home, body: 'x' })).status);
    expect([statuses[19], statuses[20]]).toEqual([415, 429]);
  });
});

test('only the functions can set a photo, and only under the child’s own name', async () => {
  const [home, other] = [await passes.makeHome(database), await passes.makeHome(database)];
  const path = `${home.childId}/00000000-0000-4000-8000-000000000000.jpg`;
  const set = (who: Parameters<TestDatabase['as']>[0], child: string, user = home.who.sub) =>
    rpc(database, who, 'set_child_photo', { p_user_id: user, p_child_id: child, p_path: path });
  expect(await sqlState(set(home.who, home.childId))).toBe('42501');
  expect(await refusal(set(service, other.childId))).toMatchObject({ code: 'invalid_input' });
  expect(await refusal(set(service, home.childId, other.who.sub))).toMatchObject({
    code: 'child_not_found',
  });
});
