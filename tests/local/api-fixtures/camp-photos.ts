/** Sends and reads photos of a camp's day through the function, with the storage of the stack. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import * as v from 'valibot';
import { vi } from 'vitest';
import { FamilyCampPhotos } from '#contract/camp-photos.ts';
import { dropPhotos } from '#functions/error-monitor/photos.ts';
import { handler } from '#functions/camp-photos/handler.ts';
import type { Db } from '#server/db.ts';
import { createPhotos } from '#server/photos.ts';
import { answerPhotos, makePhotoDay } from '#support/camp-photos.ts';
import type { Caller } from '#support/database.ts';
import { directDb, directDbAs, makeToken } from '#support/functions-db.ts';
import { testEnv } from '#support/functions-env.ts';
import { stopCalendar } from '#support/sql.ts';
import { createApi } from './start.ts';

export interface Sending {
  who?: Caller | null;
  id?: string;
  camp?: string;
  day?: string;
  children?: string[];
  without?: string[];
  others?: string;
  body?: BodyInit;
  /** Replaces the database client with the service key, for example to lose an answer. */
  db?: Db;
}

export async function createPhotoWorld() {
  const api = await createApi();
  const at = await makePhotoDay(api.database);
  const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'N' } };
  const jpeg = new Uint8Array(
    await sharp({ create: { width: 1800, height: 1350, channels: 3, background: '#3a8' } })
      .jpeg()
      .withExif(exif)
      .toBuffer(),
  );

  const env = () => ({ ...testEnv(), SUPABASE_URL: api.url, SUPABASE_SERVICE_ROLE_KEY: api.keys.service });
  const storage = () => createPhotos(env(), 'camp-photos');
  async function call(who: Caller | null, method: string, query: string, body?: BodyInit, db?: Db) {
    const request = new Request(`${api.url}/functions/v1/camp-photos?${query}`, {
      method,
      ...(body && { body }),
      headers: who ? { authorization: `Bearer ${makeToken(who.sub ?? '')}` } : {},
    });
    const response = await handler(request, {
      env: env(),
      db: db ?? directDb(api.database),
      dbAs: (token) => directDbAs(api.database, token),
      campPhotos: storage(),
      now: () => new Date(),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }
  function send({ who = at.coach, id = randomUUID(), camp = at.campId, ...more }: Sending = {}) {
    const {
      day = at.day,
      children = [at.home.childId],
      others = 'none',
      body = jpeg,
      without = [at.unasked.childId],
    } = more;
    const query = new URLSearchParams({ photo_id: id, camp_id: camp, day, others });
    for (const child of children) query.append('child_id', child);
    for (const child of without) query.append('without_id', child);
    return call(who, 'POST', query.toString(), body, more.db);
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

  async function reset(): Promise<void> {
    await stopCalendar(api.database, `${at.day}T19:00:00+08:00`);
    await api.database.sql`delete from public.camp_photos`;
    await dropAll();
    await api.database.sql`delete from public.dropped_photos`;
    await api.database.sql`truncate public.rate_limits`;
    await answerPhotos(api.database, at.home.who, at.home.childId, true);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  }
  return { api, at, jpeg, storage, call, send, list, objects, dropAll, statusOf, reset };
}
export type PhotoWorld = Awaited<ReturnType<typeof createPhotoWorld>>;
