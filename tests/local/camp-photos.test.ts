import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/db.ts';
import { answerPhotos } from '#support/camp-photos.ts';
import { directDb } from '#support/functions-db.ts';
import { addSecondParent } from '#support/sql-passes.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import { rpc, stopCalendar } from '#support/sql.ts';
import { createPhotoWorld, type Sending, type PhotoWorld } from './api-fixtures/camp-photos.ts';

// Tests who may send photos of a camp's day, and who may read them, with the storage of the stack.

let world: PhotoWorld;
beforeAll(async () => {
  world = await createPhotoWorld();
}, 60_000);
beforeEach(() => world.reset());
afterAll(() => world.api.stop());

it('a photo is stored in two sizes without camera data, and opens for the family by signed addresses alone', async () => {
  const id = randomUUID();
  expect(await world.send({ id })).toEqual({ status: 200, body: { stored: true } });
  // A device that missed the answer sends the photo again.
  expect(await world.send({ id })).toEqual({ status: 200, body: { stored: true } });
  const [photo, ...more] = await world.list(world.at.home.who, world.at.home.childId);
  expect(more).toEqual([]);
  expect(photo).toMatchObject({ id, day: world.at.day, width: 1600, height: 1200 });
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
  expect((await world.objects()).map(({ name }) => name)).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}-small\.jpg$/),
    expect.stringMatching(/^[0-9a-f]{32}\.jpg$/),
  ]);
  // The address does not work without its signature, nor does another address with it.
  const { origin, pathname, search } = new URL(photo?.url ?? '');
  expect(await world.statusOf(origin + pathname)).toBe(400);
  expect(await world.statusOf(origin + pathname.replace(/\.jpg$/, '-small.jpg') + search)).toBe(400);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
  expect(await world.statusOf(photo?.url ?? '')).toBe(400);
  vi.useRealTimers();
  for (const who of [world.at.home.who, world.at.coach, world.at.admin]) {
    const direct = world.api
      .client({ token: await world.api.token({ sub: who.sub }) })
      .storage.from('camp-photos');
    expect(await direct.list()).toEqual({ data: [], error: null });
    const [object] = await world.objects();
    expect((await direct.download(object?.name ?? '')).data).toBeNull();
    expect((await direct.createSignedUrl(object?.name ?? '', 60)).data).toBeNull();
  }
});

it('a photo stays if the answer of the database is lost after it was stored', async () => {
  const id = randomUUID();
  const real = directDb(world.api.database);
  const db: Db = {
    rpc: async (name, args) => {
      await real.rpc(name, args);
      throw new Error(`${name}: no answer`);
    },
  };
  expect(await world.send({ id, db })).toMatchObject({ status: 500 });
  expect(await world.send({ id })).toEqual({ status: 200, body: { stored: true } });
  const [photo] = await world.list(world.at.home.who, world.at.home.childId);
  expect(await world.statusOf(photo?.url ?? '')).toBe(200);
  expect(await world.statusOf(photo?.small_url ?? '')).toBe(200);
});

it('an attempt whose place another attempt took removes its own files only', async () => {
  const id = randomUUID();
  const real = directDb(world.api.database);
  const db: Db = {
    rpc: async (name, args) => {
      await world.send({ id });
      return await real.rpc(name, args);
    },
  };
  expect(await world.send({ id, db })).toMatchObject({ status: 409, body: { code: 'photo_not_found' } });
  expect(await world.objects()).toHaveLength(2);
  expect(await world.list(world.at.home.who, world.at.home.childId)).toHaveLength(1);
});

it('a photo whose file is missing is left out, and the others are listed', async () => {
  await world.send();
  await world.send();
  const [object] = await world.objects();
  await world.storage().remove([object?.name ?? '']);
  expect(await world.list(world.at.home.who, world.at.home.childId)).toHaveLength(1);
});

it('no browser keeps a copy, and more addresses are signed than one call takes', async () => {
  await world.send();
  const [photo] = await world.list(world.at.home.who, world.at.home.childId);
  const { headers } = await fetch(photo?.url ?? '');
  expect(headers.get('cache-control')).toBe('no-store');
  const [object] = await world.objects();
  const urls = await world.storage().sign(Array<string>(501).fill(object?.name ?? ''), 60);
  expect(urls).toHaveLength(501);
  expect(await world.statusOf(urls.at(-1) ?? '')).toBe(200);
});

describe('nobody but the family reads a photo', () => {
  it.each([
    ['another family', () => world.at.other.who],
    ['the coach who took it', () => world.at.coach],
    ['an admin', () => world.at.admin],
  ])('%s', async (_, who) => {
    await world.send();
    expect(await world.call(who(), 'GET', `child_id=${world.at.home.childId}`)).toMatchObject({
      status: 404,
      body: { code: 'child_not_found' },
    });
    const remove = rpc(world.api.database, who(), 'remove_camp_photo', {
      p_photo_id: (await world.list(world.at.home.who, world.at.home.childId))[0]?.id,
      p_child_id: world.at.home.childId,
    });
    await expect(remove).rejects.toThrow('photo_not_found');
  });

  it('a visitor', async () => {
    expect(await world.call(null, 'GET', `child_id=${world.at.home.childId}`)).toMatchObject({ status: 401 });
    expect(await world.send({ who: null })).toMatchObject({ status: 401 });
  });

  it('a parent who was removed from the family', async () => {
    await world.send();
    const { who } = await addSecondParent(world.api.database, world.at.home);
    expect(await world.list(who, world.at.home.childId)).toHaveLength(1);
    await rpc(world.api.database, world.at.home.who, 'remove_second_parent');
    expect(await world.call(who, 'GET', `child_id=${world.at.home.childId}`)).toMatchObject({ status: 404 });
  });
});

describe('a photo is refused', () => {
  const daysLater = (days: number) =>
    stopCalendar(
      world.api.database,
      new Date(Date.parse(`${world.at.day}T12:00:00+08:00`) + days * 86_400_000).toISOString(),
    );
  const cases: [string, () => Sending | Promise<Sending>, number, string][] = [
    ['by a coach of another camp', () => ({ who: world.at.otherCoach }), 409, 'not_allowed'],
    ['by an admin who does not coach', () => ({ who: world.at.admin }), 409, 'not_allowed'],
    ['by a parent', () => ({ who: world.at.home.who }), 409, 'not_allowed'],
    [
      'by a coach who no longer coaches the camp',
      async () => {
        await world.api.database.sql`delete from public.camp_coaches where camp_id = ${world.at.campId}`;
        return {};
      },
      409,
      'not_allowed',
    ],
    ['two days later', () => daysLater(2).then(() => ({})), 409, 'not_allowed'],
    ['for a day ahead', () => daysLater(-1).then(() => ({})), 409, 'not_allowed'],
    [
      'with a child whose family was never asked',
      () => ({ children: [world.at.unasked.childId] }),
      409,
      'photo_consent_missing',
    ],
    [
      'with one such child among others',
      () => ({ children: [world.at.home.childId, world.at.unasked.childId] }),
      409,
      'photo_consent_missing',
    ],
    [
      'if the screen did not name a child without consent, who may be seen in it',
      () => ({ without: [] }),
      409,
      'photo_consent_missing',
    ],
    [
      'with a child whose consent was withdrawn',
      async () => {
        await answerPhotos(world.api.database, world.at.home.who, world.at.home.childId, false);
        return {};
      },
      409,
      'photo_consent_missing',
    ],
    [
      'with a child of another camp',
      async () => {
        await assignAsCoach(world.api.database, world.at.coachId, world.at.otherCampId);
        return { camp: world.at.otherCampId };
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
      expect(await world.send(more)).toMatchObject({ status, body: { code } });
      expect(await world.objects()).toEqual([]);
    } finally {
      await assignAsCoach(world.api.database, world.at.coachId, world.at.campId);
    }
  });

  it('beyond the limit of a camp’s day', async () => {
    await world.api.database.sql`
      insert into public.camp_photos (id, camp_id, day, path, others, expires_at)
      select gen_random_uuid(), ${world.at.campId}, ${world.at.day}, replace(gen_random_uuid()::text, '-', '') || '.jpg', 'none', 'infinity'
      from generate_series(1, 120)`;
    expect(await world.send()).toMatchObject({ status: 409, body: { code: 'list_full' } });
  });

  it('beyond the limit of calls, which counts refusals', async () => {
    await world.api.database.sql`update public.rate_rules set most = 2 where endpoint = 'camp_photos'`;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await world.send({ body: 'x' })).status);
    await world.api.database.sql`update public.rate_rules set most = 400 where endpoint = 'camp_photos'`;
    expect(statuses).toEqual([415, 415, 429]);
  });
});
