import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerPhotos, type PhotoDay } from '#support/camp-photos.ts';
import { rpc, service, stopCalendar } from '#support/sql.ts';
import { createPhotoWorld, type PhotoWorld } from './api-fixtures/camp-photos.ts';

// Tests that the bytes of a camp's photos are gone from the storage, and in which cases.

let world: PhotoWorld;
beforeAll(async () => {
  world = await createPhotoWorld();
}, 60_000);
beforeEach(() => world.reset());
afterAll(() => world.api.stop());

describe('the bytes are gone from the storage', () => {
  const both = () => [world.at.home.childId, world.at.other.childId];
  const readBoth = async () => [
    (await world.list(world.at.home.who, world.at.home.childId)).length,
    (await world.list(world.at.other.who, world.at.other.childId)).length,
  ];
  async function expectGone(urls: string[]): Promise<void> {
    await world.dropAll();
    expect(await world.objects()).toEqual([]);
    expect(new Set(await Promise.all(urls.map(world.statusOf)))).toEqual(new Set([400]));
    expect(await world.dropAll()).toEqual({ removed: 0 });
  }
  const urlsOf = async () =>
    (await world.list(world.at.home.who, world.at.home.childId)).flatMap(({ url, small_url }) => [
      url,
      small_url,
    ]);

  it('at the end of 30 days, even if one object resists', async () => {
    await world.send();
    await world.send();
    const urls = await urlsOf();
    expect(await Promise.all(urls.map(world.statusOf))).toEqual([200, 200, 200, 200]);
    const end = new Date(Date.parse(`${world.at.day}T00:00:00+08:00`) + 30 * 86_400_000);
    const purge = () => rpc(world.api.database, service, 'purge_piece', { p_class: 'camp_photos' });
    await stopCalendar(world.api.database, new Date(end.getTime() - 1000).toISOString());
    expect(await purge()).toMatchObject({ purged: 0 });
    await stopCalendar(world.api.database, end.toISOString());
    expect(await world.list(world.at.home.who, world.at.home.childId)).toEqual([]);
    expect(await purge()).toMatchObject({ purged: 2 });
    // One object cannot be removed. The others are removed, and this one is tried again later.
    const [bad] = await world.objects();
    const real = world.storage();
    const stubborn = {
      ...real,
      remove: (paths: string[]) =>
        paths.includes(bad?.name ?? '') ? Promise.reject(new Error('locked')) : real.remove(paths),
    };
    expect(await world.dropAll(stubborn)).toEqual({ removed: 3 });
    expect((await world.objects()).map(({ name }) => name)).toEqual([bad?.name]);
    expect(await world.dropAll()).toEqual({ removed: 0 });
    await world.api.database.sql`update public.dropped_photos set retry_at = now()`;
    await expectGone(urls);
  });

  it('when a consent is withdrawn, also for the other families in the photo', async () => {
    await world.send({ children: both() });
    const urls = await urlsOf();
    expect(await readBoth()).toEqual([1, 1]);
    await answerPhotos(world.api.database, world.at.home.who, world.at.home.childId, false);
    expect((await world.list(world.at.other.who, world.at.other.childId)).length).toBe(0);
    await expectGone(urls);
  });

  it('when a parent reports it, for everybody world.at once, with a task for admins', async () => {
    await world.send({ children: both() });
    const urls = await urlsOf();
    const [photo] = await world.list(world.at.home.who, world.at.home.childId);
    await rpc(world.api.database, world.at.home.who, 'report_camp_photo', {
      p_photo_id: photo?.id,
      p_child_id: world.at.home.childId,
    });
    expect(await readBoth()).toEqual([0, 0]);
    await expectGone(urls);
    const tasks = await world.api.database.sql`select kind, camp_id from public.tasks where done_at is null`;
    expect([...tasks]).toEqual([{ kind: 'todo', camp_id: world.at.campId }]);
  });

  it('when the last family removes it; the first one removes it for itself only', async () => {
    await world.send({ children: both() });
    const urls = await urlsOf();
    const [photo] = await world.list(world.at.home.who, world.at.home.childId);
    const remove = ({ who, childId }: PhotoDay['home']) =>
      rpc(world.api.database, who, 'remove_camp_photo', { p_photo_id: photo?.id, p_child_id: childId });
    await remove(world.at.home);
    expect(await readBoth()).toEqual([0, 1]);
    await remove(world.at.other);
    await expectGone(urls);
  });

  it('when the upload did not end, and when a consent is withdrawn while it runs', async () => {
    await rpc(world.api.database, world.at.coach, 'start_camp_photo', {
      p_photo_id: randomUUID(),
      p_camp_id: world.at.campId,
      p_day: world.at.day,
      p_child_ids: [world.at.home.childId],
      p_without_ids: [world.at.unasked.childId],
      p_others: 'none',
    });
    const [row] = await world.api.database.sql<
      [{ id: string; path: string }]
    >`select id, path from public.camp_photos`;
    await world.storage().put(row.path, world.jpeg);
    await answerPhotos(world.api.database, world.at.home.who, world.at.home.childId, false);
    const finish = rpc(world.api.database, service, 'finish_camp_photo', {
      p_photo_id: row.id,
      p_path: row.path,
      p_width: 1,
      p_height: 1,
      p_bytes: 1,
      p_small_bytes: 1,
    });
    await expect(finish).rejects.toThrow('photo_not_found');
    // The object may still be on its way, so it is removed some minutes later.
    expect(await world.dropAll()).toEqual({ removed: 0 });
    await world.api.database.sql`update public.dropped_photos set retry_at = now()`;
    await world.dropAll();
    expect(await world.objects()).toEqual([]);
  });

  it('after two failures the rest waits, and comes before those that failed', async () => {
    for (let n = 0; n < 3; n++) await world.send();
    await world.api.database.sql`delete from public.camp_photos`;
    const real = world.storage();
    const calls: string[][] = [];
    const hanging = {
      ...real,
      remove: (paths: string[]) => {
        calls.push(paths);
        return Promise.reject(new Error('no answer'));
      },
    };
    expect(await world.dropAll(hanging)).toEqual({ removed: 0 });
    // The first call removes all six objects. Once it has failed, two are tried one by one.
    expect(calls.map(({ length }) => length)).toEqual([6, 1, 1]);
    const order = await world.api.database.sql<{ path: string }[]>`
      select path from public.dropped_photos order by retry_at, path`;
    expect(order.slice(-2).map(({ path }) => path)).toEqual(calls.slice(1).flat());
    expect(order).toHaveLength(6);
    await world.api.database.sql`update public.dropped_photos set retry_at = now()`;
    expect(await world.dropAll()).toEqual({ removed: 6 });
  });

  it('when a family is erased', async () => {
    await world.send({ children: both() });
    const urls = await urlsOf();
    const exported = await rpc<{ camp_photos: { child_id: string }[] }>(
      world.api.database,
      world.at.home.who,
      'export_family',
    );
    expect(exported.camp_photos.map(({ child_id }) => child_id)).toEqual([world.at.home.childId]);
    await world.api.database.sql`select private.erase_family_camp_photos(${world.at.home.familyId})`;
    await expectGone(urls);
  });
});
