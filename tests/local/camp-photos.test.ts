import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FamilyCampPhotos } from '#contract/camp-photos.ts';
import { dropPhotos } from '#functions/error-monitor/photos.ts';
import { handler } from '#functions/camp-photos/handler.ts';
import { createPhotos } from '#server/photos.ts';
import { answerPhotos, makePhotoDay, type PhotoDay } from '#support/camp-photos.ts';
import type { Caller } from '#support/database.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { addSecondParent } from '#support/sql-passes.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import { rpc, service, stopCalendar } from '#support/sql.ts';
import { createApi, type TestApi } from './api-fixtures/start.ts';

// Tests the photo trail with the storage of the stack: who may send and read, and that the bytes are gone.

let api: TestApi;
let at: PhotoDay;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  api = await createApi();
  at = await makePhotoDay(api.database);
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' } };
  jpeg = new Uint8Array(
    await sharp({ create: { width: 1800, height: 1350, channels: 3, background: '#3a8' } })
      .jpeg()
      .withExif(exif)
      .toBuffer(),
  );
}, 60_000);
beforeEach(async () => {
  await stopCalendar(api.database, `${at.day}T12:00:00+08:00`);
  await api.database.sql`delete from public.camp_photos`;
  await dropAll();
  await api.database.sql`delete from public.dropped_photos`;
  await api.database.sql`truncate public.rate_limits`;
  await answerPhotos(api.database, at.home.who, at.home.childId, true);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(() => api.stop());

const env = () => ({ ...testEnv(), SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: api.keys.service });
const storage = () => createPhotos(env(), 'camp-photos');
async function call(who: Caller | null, method: string, query: string, body?: BodyInit) {
  const request = new Request(`${api.url}/functions/v1/camp-photos?${query}`, {
    method,
    ...(body && { body }),
    headers: who ? { authorization: `Bearer ${makeToken(who.sub ?? '')}` } : {},
  });
  const response = await handler(request, {
    env: env(),
    db: directDb(api.database),
    dbAs: (token) => directDbAs(api.database, token),
    campPhotos: storage(),
    now: () => new Date(),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
interface Sending {
  who?: Caller | null;
  id?: string;
  camp?: string;
  day?: string;
  children?: string[];
  others?: string;
  body?: BodyInit;
}
function send({ who = at.coach, id = randomUUID(), camp = at.campId, ...more }: Sending = {}) {
  const { day = at.day, children = [at.home.childId], others = 'none', body = jpeg } = more;
  const query = new URLSearchParams({ photo_id: id, camp_id: camp, day, others });
  for (const child of children) query.append('child_id', child);
  return call(who, 'POST', query.toString(), body);
}
const list = async (who: Caller, childId: string) =>
  v.parse(FamilyCampPhotos, (await call(who, 'GET', `child_id=${childId}`)).body).photos;
const objects = async () => [
  ...(await api.database.sql<{ name: string; size: number }[]>`
    select name, (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'camp-photos' order by name`),
];
const dropAll = (campPhotos = storage()) =>
  dropPhotos({
    db: directDb(api.database),
    photos: createPhotos(env(), 'child-photos'),
    pictures: createPhotos(env(), 'pictures'),
    campPhotos,
  });
const statusOf = async (url: string) => (await fetch(url)).status;

it('a photo is stored in two sizes without camera data, and opens for the family by signed addresses alone', async () => {
  const id = randomUUID();
  expect(await send({ id })).toEqual({ status: 200, body: { stored: true } });
  // A device that missed the answer sends the photo again.
  expect(await send({ id })).toEqual({ status: 200, body: { stored: true } });
  const [photo, ...more] = await list(at.home.who, at.home.childId);
  expect(more).toEqual([]);
  expect(photo).toMatchObject({ id, day: at.day, width: 1600, height: 1200 });
  const bytes = Buffer.from(await (await fetch(photo?.url ?? '')).arrayBuffer());
  const { width, height, format, exif, xmp } = await sharp(bytes).metadata();
  expect({ width, height, format, exif, xmp }).toEqual({
    width: 1600,
    height: 1200,
    format: 'jpeg',
    exif: undefined,
    xmp: undefined,
  });
  expect(bytes.toString('latin1')).not.toMatch(/Exif|GPS|Camera/);
  const small = Buffer.from(await (await fetch(photo?.small_url ?? '')).arrayBuffer());
  expect((await sharp(small).metadata()).width).toBe(480);
  expect((await objects()).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}-small\.jpg$/),
    expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
  ]);
  // The address does not work without its signature, nor does another address with it.
  const { origin, pathname, search } = new URL(photo?.url ?? '');
  expect(await statusOf(origin + pathname)).toBe(400);
  expect(await statusOf(origin + pathname.replace(/\.jpg$/, '-small.jpg') + search)).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  expect(await statusOf(photo?.url ?? '')).toBe(400);
  vi.useRealTimers();
  for (const who of [at.home.who, at.coach, at.admin]) {
    const direct = api.client({ token: await api.token({ sub: who.sub }) }).storage.from('camp-photos');
    expect(await direct.list()).toEqual({ data: [], error: null });
    const [object] = await objects();
    expect((await direct.download(object?.name ?? '')).data).toBeNull();
    expect((await direct.createSignedUrl(object?.name ?? '', 60)).data).toBeNull();
  }
});

describe('nobody but the family reads a photo', () => {
  it.each([
    ['another family', () => at.other.who],
    ['the coach who took it', () => at.coach],
    ['an admin', () => at.admin],
  ])('%s', async (_, who) => {
    await send();
    expect(await call(who(), 'GET', `child_id=${at.home.childId}`)).toMatchObject({
      status: 404,
      body: { code: 'child_not_found' },
    });
    const remove = rpc(api.database, who(), 'remove_camp_photo', {
      p_photo_id: (await list(at.home.who, at.home.childId))[0]?.id,
      p_child_id: at.home.childId,
    });
    await expect(remove).rejects.toThrow('photo_not_found');
  });

  it('a visitor', async () => {
    expect(await call(null, 'GET', `child_id=${at.home.childId}`)).toMatchObject({ status: 401 });
    expect(await send({ who: null })).toMatchObject({ status: 401 });
  });

  it('a parent who was removed from the family', async () => {
    await send();
    const { who } = await addSecondParent(api.database, at.home);
    expect(await list(who, at.home.childId)).toHaveLength(1);
    await rpc(api.database, at.home.who, 'remove_second_parent');
    expect(await call(who, 'GET', `child_id=${at.home.childId}`)).toMatchObject({ status: 404 });
  });
});

describe('a photo is refused', () => {
  const daysLater = (days: number) =>
    stopCalendar(
      api.database,
      new Date(Date.parse(`${at.day}T12:00:00+08:00`) + days * 86_400_000).toISOString(),
    );
  const cases: [string, () => Sending | Promise<Sending>, number, string][] = [
    ['by a coach of another camp', () => ({ who: at.otherCoach }), 409, 'not_allowed'],
    ['by an admin who does not coach', () => ({ who: at.admin }), 409, 'not_allowed'],
    ['by a parent', () => ({ who: at.home.who }), 409, 'not_allowed'],
    [
      'by a coach who no longer coaches the camp',
      async () => {
        await api.database.sql`delete from public.camp_coaches where camp_id = ${at.campId}`;
        return {};
      },
      409,
      'not_allowed',
    ],
    ['two days later', () => daysLater(2).then(() => ({})), 409, 'not_allowed'],
    ['for a day ahead', () => daysLater(-1).then(() => ({})), 409, 'not_allowed'],
    [
      'with a child whose family was never asked',
      () => ({ children: [at.unasked.childId] }),
      409,
      'photo_consent_missing',
    ],
    [
      'with one such child among others',
      () => ({ children: [at.home.childId, at.unasked.childId] }),
      409,
      'photo_consent_missing',
    ],
    [
      'with a child whose consent was withdrawn',
      async () => {
        await answerPhotos(api.database, at.home.who, at.home.childId, false);
        return {};
      },
      409,
      'photo_consent_missing',
    ],
    [
      'with a child of another camp',
      async () => {
        await assignAsCoach(api.database, at.coachId, at.otherCampId);
        return { camp: at.otherCampId };
      },
      404,
      'child_not_found',
    ],
    ['without a child', () => ({ children: [] }), 400, 'invalid_input'],
    ['if the coach has not said who else is in it', () => ({ others: 'maybe' }), 400, 'invalid_input'],
    [
      'if it is a drawing with a script',
      () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      415,
      'photo_not_readable',
    ],
    [
      'if it is a page',
      () => ({ body: '<!doctype html><script>alert(1)</script>' }),
      415,
      'photo_not_readable',
    ],
    [
      'if it has too many bytes',
      () => ({ body: new Uint8Array(3 * 1024 * 1024 + 1) }),
      413,
      'photo_too_large',
    ],
    [
      'if it has too many pixels',
      async () => {
        const wide = { create: { width: 9000, height: 100, channels: 3 as const, background: '#000' } };
        return { body: new Uint8Array(await sharp(wide).jpeg().toBuffer()) };
      },
      413,
      'photo_too_large',
    ],
  ];
  it.each(cases)('%s', async (_, sending, status, code) => {
    const more = await sending();
    try {
      expect(await send(more)).toMatchObject({ status, body: { code } });
      expect(await objects()).toEqual([]);
    } finally {
      await assignAsCoach(api.database, at.coachId, at.campId);
    }
  });

  it('beyond the limit of a camp’s day', async () => {
    await api.database.sql`
      insert into public.camp_photos (id, camp_id, day, path, others, expires_at)
      select gen_random_uuid(), ${at.campId}, ${at.day}, replace(gen_random_uuid()::text, '-', '') || '.jpg', 'none', 'infinity'
      from generate_series(1, 120)`;
    expect(await send()).toMatchObject({ status: 409, body: { code: 'list_full' } });
  });

  it('beyond the limit of calls, which counts refusals', async () => {
    await api.database.sql`update public.rate_rules set most = 2 where endpoint = 'camp_photos'`;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await send({ body: 'x' })).status);
    await api.database.sql`update public.rate_rules set most = 400 where endpoint = 'camp_photos'`;
    expect(statuses).toEqual([415, 415, 429]);
  });
});

describe('the bytes are gone from the storage', () => {
  const both = () => [at.home.childId, at.other.childId];
  const readBoth = async () => [
    (await list(at.home.who, at.home.childId)).length,
    (await list(at.other.who, at.other.childId)).length,
  ];
  async function expectGone(urls: string[]): Promise<void> {
    await dropAll();
    expect(await objects()).toEqual([]);
    expect(new Set(await Promise.all(urls.map(statusOf)))).toEqual(new Set([400]));
    expect(await dropAll()).toEqual({ removed: 0 });
  }
  const urlsOf = async () =>
    (await list(at.home.who, at.home.childId)).flatMap(({ url, small_url }) => [url, small_url]);

  it('at the end of 30 days, even if one object resists', async () => {
    await send();
    await send();
    const urls = await urlsOf();
    expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200, 200]);
    const end = new Date(Date.parse(`${at.day}T00:00:00+08:00`) + 30 * 86_400_000);
    const purge = () => rpc(api.database, service, 'purge_piece', { p_class: 'camp_photos' });
    await stopCalendar(api.database, new Date(end.getTime() - 1000).toISOString());
    expect(await purge()).toMatchObject({ purged: 0 });
    await stopCalendar(api.database, end.toISOString());
    expect(await list(at.home.who, at.home.childId)).toEqual([]);
    expect(await purge()).toMatchObject({ purged: 2 });
    // One object cannot be removed, so the others are, and it is tried again later.
    const [bad] = await objects();
    const real = storage();
    const stubborn = {
      ...real,
      remove: (paths: string[]) =>
        paths.includes(bad?.name ?? '') ? Promise.reject(new Error('locked')) : real.remove(paths),
    };
    expect(await dropAll(stubborn)).toEqual({ removed: 3 });
    expect((await objects()).map(({ name }) => name)).toEqual([bad?.name]);
    expect(await dropAll()).toEqual({ removed: 0 });
    await api.database.sql`update public.dropped_photos set retry_at = now()`;
    await expectGone(urls);
  });

  it('when a consent is withdrawn, also for the other families in the photo', async () => {
    await send({ children: both() });
    const urls = await urlsOf();
    expect(await readBoth()).toEqual([1, 1]);
    await answerPhotos(api.database, at.home.who, at.home.childId, false);
    expect((await list(at.other.who, at.other.childId)).length).toBe(0);
    await expectGone(urls);
  });

  it('when a parent reports it, for everybody at once, with a task for admins', async () => {
    await send({ children: both() });
    const urls = await urlsOf();
    const [photo] = await list(at.home.who, at.home.childId);
    await rpc(api.database, at.home.who, 'report_camp_photo', {
      p_photo_id: photo?.id,
      p_child_id: at.home.childId,
    });
    expect(await readBoth()).toEqual([0, 0]);
    await expectGone(urls);
    const tasks = await api.database.sql`select kind, camp_id from public.tasks where done_at is null`;
    expect([...tasks]).toEqual([{ kind: 'todo', camp_id: at.campId }]);
  });

  it('when the last family removes it; the first one removes it for itself only', async () => {
    await send({ children: both() });
    const urls = await urlsOf();
    const [photo] = await list(at.home.who, at.home.childId);
    const remove = ({ who, childId }: PhotoDay['home']) =>
      rpc(api.database, who, 'remove_camp_photo', { p_photo_id: photo?.id, p_child_id: childId });
    await remove(at.home);
    expect(await readBoth()).toEqual([0, 1]);
    await remove(at.other);
    await expectGone(urls);
  });

  it('when the upload did not end, and when a consent is withdrawn while it runs', async () => {
    await rpc(api.database, at.coach, 'start_camp_photo', {
      p_photo_id: randomUUID(),
      p_camp_id: at.campId,
      p_day: at.day,
      p_child_ids: [at.home.childId],
      p_others: 'none',
    });
    const [row] = await api.database.sql<
      [{ id: string; path: string }]
    >`select id, path from public.camp_photos`;
    await storage().put(row.path, jpeg);
    await answerPhotos(api.database, at.home.who, at.home.childId, false);
    const finish = rpc(api.database, service, 'finish_camp_photo', {
      p_photo_id: row.id,
      p_path: row.path,
      p_width: 1,
      p_height: 1,
      p_bytes: 1,
      p_small_bytes: 1,
    });
    await expect(finish).rejects.toThrow('photo_not_found');
    // The object may still be on its way, so it is removed some minutes later.
    expect(await dropAll()).toEqual({ removed: 0 });
    await api.database.sql`update public.dropped_photos set retry_at = now()`;
    await dropAll();
    expect(await objects()).toEqual([]);
  });

  it('when a family is erased', async () => {
    await send({ children: both() });
    const urls = await urlsOf();
    const exported = await rpc<{ camp_photos: { child_id: string }[] }>(
      api.database,
      at.home.who,
      'export_family',
    );
    expect(exported.camp_photos.map(({ child_id }) => child_id)).toEqual([at.home.childId]);
    await api.database.sql`select private.erase_family_camp_photos(${at.home.familyId})`;
    await expectGone(urls);
  });
});
