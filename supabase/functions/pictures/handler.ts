import * as v from 'valibot';
import {
  PICTURE_MOST_BYTES,
  PICTURE_SECONDS,
  PICTURE_SIDES,
  shareHours,
  StaffPicture,
  studioName,
} from '../_shared/contract/pictures.ts';
import type { Db } from '../_shared/server/db.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readBytes } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import type { Photos } from '../_shared/server/photos.ts';
import { resizeToJpegs } from '../_shared/server/picture.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { secured } from '../_shared/server/secured.ts';

const Paths = v.object({
  user_id: v.string(),
  pictures: v.array(v.object({ id: v.string(), path: v.string() })),
});
const Added = v.object({ path: v.string(), picture: StaffPicture });
const Uuid = v.pipe(v.string(), v.uuid());
const Uses = v.array(v.object({ id: v.string(), type: v.string(), title: v.nullable(v.string()) }));

type Needs = Pick<Deps, 'db' | 'dbAs' | 'pictures' | 'lake' | 'env' | 'now'>;

/**
 * Serves the pictures that staff upload. SQL decides with the caller's rights which pictures are visible and may be
 * shared (get_picture_paths).
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(
    request,
    deps.env.SITE_URL,
    async () => {
      const query = new URL(request.url).searchParams;
      const share = query.get('share');
      const isUpload = request.method === 'POST' && share === null;
      const { db } = await secured(request, deps, {
        endpoint: 'pictures',
        table: 'pictures',
        strict: true,
        access: isUpload ? 'upload' : share === null ? 'view' : 'share',
        roles: ['coach', 'admin', 'business_admin'],
      });
      if (share !== null) return sharedAddress(deps, db, share, Number(query.get('hours')));
      if (isUpload) return keep(request, deps, db, query);
      const uses = query.get('uses');
      if (uses !== null) {
        await pathsOf(db, [uses]);
        return { uses: v.parse(Uses, await deps.lake.usesOf(studioName(uses))) };
      }
      return addresses(deps, db, query.getAll('id'));
    },
    ['GET', 'POST'],
  );
}

async function keep(request: Request, deps: Needs, db: Db, query: URLSearchParams): Promise<StaffPicture> {
  const [id, name] = [query.get('id'), query.get('name')?.trim() ?? ''];
  if (!v.is(Uuid, id)) throw new RefusalError({ code: 'invalid_input', field: 'id' });
  if (name === '') throw new RefusalError({ code: 'invalid_input', field: 'name' });
  // The role and the second factor are checked again before anything is read or decoded.
  const { user_id } = await pathsOf(db, []);
  const bytes = await readBytes(request, PICTURE_MOST_BYTES, 'photo_too_large');
  const [large, small] = await resizeToJpegs(bytes, PICTURE_SIDES);
  const path = `${crypto.randomUUID()}.jpg`;
  try {
    await deps.pictures.put(path, large.jpeg);
    await deps.pictures.put(smallOf(path), small.jpeg);
    const { jpeg, width, height } = large;
    const added = v.parse(
      Added,
      await deps.db.rpc('add_picture', {
        p_user_id: user_id,
        p_picture: { id, name: name.slice(0, 120), path, width, height, bytes: jpeg.byteLength },
      }),
    );
    // The same upload came before, but its answer was lost. The first file stays.
    if (added.path !== path) await tryRemove(deps.pictures, path);
    return added.picture;
  } catch (error) {
    await tryRemove(deps.pictures, path);
    throw error;
  }
}

async function pathsOf(db: Db, ids: string[], use: 'view' | 'share' = 'view') {
  return v.parse(Paths, await db.rpc('get_picture_paths', { p_ids: ids, p_use: use }));
}

async function addresses({ pictures: storage, now }: Needs, db: Db, ids: string[]) {
  if (ids.length === 0) throw new RefusalError({ code: 'invalid_input', field: 'id' });
  const { pictures } = await pathsOf(db, ids);
  const expires_at = new Date(now().getTime() + PICTURE_SECONDS * 1000).toISOString();
  const urls = await storage.sign(
    pictures.flatMap(({ path }) => [path, smallOf(path)]),
    PICTURE_SECONDS,
  );
  return {
    // A picture whose object is missing is left out, so that the others can be seen.
    pictures: pictures.flatMap(({ id }, at) => {
      const [url, small_url] = [urls[2 * at], urls[2 * at + 1]];
      return url && small_url ? [{ id, url, small_url, expires_at }] : [];
    }),
  };
}

async function sharedAddress({ pictures: storage, now }: Needs, db: Db, id: string, hours: number) {
  if (!shareHours.some((one) => one === hours))
    throw new RefusalError({ code: 'invalid_input', field: 'hours' });
  const { pictures } = await pathsOf(db, [id], 'share');
  const [url] = await storage.sign(
    pictures.map(({ path }) => path),
    hours * 3600,
  );
  if (!url) throw new Error('storage: the picture has no object');
  return { url, expires_at: new Date(now().getTime() + hours * 3_600_000).toISOString() };
}

const smallOf = (path: string) => path.replace('.jpg', '-small.jpg');

async function tryRemove(storage: Photos, path: string): Promise<void> {
  try {
    await storage.remove([path, smallOf(path)]);
  } catch (error) {
    logFault('removing a picture', error);
  }
}
