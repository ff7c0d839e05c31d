import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PhotoAnswer, PhotosAnswer } from '#contract/family-photo.ts';
import { handler } from '#functions/child-photo/handler.ts';
import { createPhotos } from '#server/photos.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import * as passes from '#support/sql-passes.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

// Tests the function with the storage of the stack. tests/functions/child-photo.test.ts has a fake storage.

let api: TestApi;
let home: passes.Home;
beforeAll(async () => {
  api = await createApi();
  home = await passes.makeHome(api.database);
});
afterAll(() => api.stop());

const call = async (method: string, body?: BodyInit, who: passes.Home = home) => {
  const env = { ...testEnv(), SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: api.keys.service };
  const request = new Request(`${api.url}/functions/v1/child-photo?child_id=${home.childId}`, {
    method,
    ...(body && { body }),
    headers: { authorization: `Bearer ${makeToken(who.who.sub ?? '')}` },
  });
  const response = await handler(request, {
    env,
    db: directDb(api.database),
    dbAs: (token) => directDbAs(api.database, token),
    photos: createPhotos(env, 'child-photos'),
    now: () => new Date(),
  });
  return { status: response.status, body: (await response.json()) as unknown };
};
const makeRedPng = async () =>
  new Uint8Array(
    await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#f00' } })
      .png()
      .toBuffer(),
  );
const objects = () =>
  api.database.sql<{ name: string }[]>`select name from storage.objects where bucket_id = 'child-photos'`;

it('a photo is stored, opens only by its signed address, is replaced and is deleted', async () => {
  const first = v.parse(PhotoAnswer, (await call('POST', await makeRedPng())).body);
  const photoResponse = await fetch(first.url);
  expect([photoResponse.status, photoResponse.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { width, height, format } = await sharp(Buffer.from(await photoResponse.arrayBuffer())).metadata();
  expect({ width, height, format }).toEqual({ width: 800, height: 600, format: 'jpeg' });
  const { origin, pathname } = new URL(first.url);
  expect((await fetch(origin + pathname)).status).toBe(400);
  // A parent cannot reach the photo without the function either.
  const token = await api.token({ sub: home.who.sub });
  const direct = api.client({ token }).storage.from('child-photos');
  expect(await direct.list(home.childId)).toEqual({ data: [], error: null });
  const [object] = await objects();
  expect((await direct.download(object?.name ?? '')).data).toBeNull();

  const second = v.parse(PhotoAnswer, (await call('POST', await makeRedPng())).body);
  expect(second.url).not.toBe(first.url);
  expect((await fetch(first.url)).status).toBe(400);
  expect(await objects()).toHaveLength(1);
  const { photos } = v.parse(PhotosAnswer, (await call('GET')).body);
  expect(await Promise.all(photos.map(async ({ url }) => (await fetch(url)).status))).toEqual([200]);

  expect(await call('DELETE')).toEqual({ status: 200, body: { removed: true } });
  expect(await objects()).toEqual([]);
  expect((await fetch(second.url)).status).toBe(400);
});

it('the photo of another family’s child is refused', async () => {
  const other = await passes.makeHome(api.database);
  expect(await call('POST', await makeRedPng(), other)).toMatchObject({ status: 404 });
  expect(await objects()).toEqual([]);
});
