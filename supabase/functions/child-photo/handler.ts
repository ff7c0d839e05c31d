import * as v from 'valibot';
import {
  PHOTO_SAVED_SIDE,
  PHOTO_MOST_BYTES,
  PHOTO_SECONDS,
  type PhotoAnswer,
} from '../_shared/contract/family-photo.ts';
import type { Db } from '../_shared/server/db.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readBytes } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import type { Photos } from '../_shared/server/photos.ts';
import { resizeToJpegs } from '../_shared/server/picture.ts';
import { requireRate } from '../_shared/server/rate.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { userToken } from '../_shared/server/user.ts';

/** The limit is enough for a parent who tries several pictures. It is low because each picture is decoded. */
const RATE = { limit: 20, seconds: 3600 };

const ChildPhotos = v.object({
  user_id: v.string(),
  photos: v.array(v.object({ child_id: v.string(), path: v.string() })),
});
const Replaced = v.object({ replaced: v.nullable(v.string()) });
const Uuid = v.pipe(v.string(), v.uuid());

type Needs = Pick<Deps, 'db' | 'dbAs' | 'photos' | 'env' | 'now'>;

/**
 * Returns, saves or removes the photo of a child (contract/family-photo.ts). A child of another family fails with
 * `child_not_found`.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(
    request,
    deps.env.SITE_URL,
    async () => {
      const token = userToken(request);
      if (token === null) throw new RefusalError({ code: 'unauthorized' });
      const ids = new URL(request.url).searchParams.getAll('child_id');
      const [id = ''] = ids;
      if (
        !ids.every((one) => v.is(Uuid, one)) ||
        ids.length === 0 ||
        (request.method !== 'GET' && ids.length > 1)
      )
        throw new RefusalError({ code: 'invalid_input', field: 'child_id' });
      // The family is checked first, so that nothing is read or decoded for a stranger.
      const current = v.parse(
        ChildPhotos,
        await deps.dbAs(token).rpc('get_child_photos', { p_child_ids: ids }),
      );
      if (request.method === 'GET') return { photos: await addressesOf(current.photos, deps) };
      await requireRate(deps.db, `child photo:${current.user_id}`, RATE);
      if (request.method === 'DELETE') {
        await replace(deps, current.user_id, id, null);
        return { removed: current.photos.length > 0 };
      }
      const bytes = await readBytes(request, PHOTO_MOST_BYTES, 'photo_too_large');
      const [{ jpeg }] = await resizeToJpegs(bytes, [PHOTO_SAVED_SIDE] as const);
      const path = `${id.toLowerCase()}/${crypto.randomUUID()}.jpg`;
      await deps.photos.put(path, jpeg);
      try {
        await replace(deps, current.user_id, id, path);
      } catch (error) {
        await tryRemove(deps, [path]);
        throw error;
      }
      const [saved] = await addressesOf([{ child_id: id, path }], deps);
      return saved;
    },
    ['GET', 'POST', 'DELETE'],
  );
}

async function addressesOf(
  photos: { child_id: string; path: string }[],
  { photos: storage, now }: Needs,
): Promise<PhotoAnswer[]> {
  const expires_at = new Date(now().getTime() + PHOTO_SECONDS * 1000).toISOString();
  const urls = await storage.sign(
    photos.map(({ path }) => path),
    PHOTO_SECONDS,
  );
  // A photo whose object is missing is left out, so that the others can be seen.
  return photos.flatMap(({ child_id }, n) => {
    const url = urls[n];
    return url ? [{ child_id, url, expires_at }] : [];
  });
}

async function replace(deps: Needs, userId: string, childId: string, path: string | null): Promise<void> {
  const { replaced } = v.parse(
    Replaced,
    await deps.db.rpc('set_child_photo', { p_user_id: userId, p_child_id: childId, p_path: path }),
  );
  if (replaced !== null && replaced !== path) await tryRemove(deps, [replaced]);
}

/** Removes files before the answer is sent. If that fails, the chore removes them later. */
async function tryRemove({ db, photos }: { db: Db; photos: Photos }, paths: string[]): Promise<void> {
  try {
    await photos.remove(paths);
    await db.rpc('forget_dropped_photos', { p_paths: paths });
  } catch (error) {
    logFault('removing a photo', error);
  }
}
