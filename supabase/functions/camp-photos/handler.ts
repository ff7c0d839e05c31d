import * as v from 'valibot';
import {
  CAMP_PHOTO_MOST_BYTES,
  CAMP_PHOTO_SECONDS,
  CAMP_PHOTO_SIDE,
  CAMP_PHOTO_SMALL_SIDE,
  type FamilyCampPhotos,
  SentCampPhoto,
} from '../_shared/contract/camp-photos.ts';
import type { Db } from '../_shared/server/db.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readBytes } from '../_shared/server/http.ts';
import { logFault } from '../_shared/server/log.ts';
import { resizeToJpegs } from '../_shared/server/picture.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { userToken } from '../_shared/server/user.ts';

const Started = v.object({ path: v.nullable(v.string()) });
const Listed = v.array(
  v.object({
    id: v.string(),
    path: v.string(),
    camp: v.string(),
    day: v.string(),
    taken_by: v.nullable(v.string()),
    gone_on: v.string(),
    width: v.number(),
    height: v.number(),
  }),
);

type Needs = Pick<Deps, 'db' | 'dbAs' | 'campPhotos' | 'env' | 'now'>;

/**
 * A family reads the photos of a child (GET), and a coach sends a photo (POST). SQL counts the calls, and decides who
 * may do so before anything is read or decoded (contract/camp-photos.ts).
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(
    request,
    deps.env.SITE_URL,
    async () => {
      const token = userToken(request);
      if (token === null) throw new RefusalError({ code: 'unauthorized' });
      const query = new URL(request.url).searchParams;
      return request.method === 'GET'
        ? await listPhotos(query, deps.dbAs(token), deps)
        : await takePhoto(request, query, deps.dbAs(token), deps);
    },
    ['GET', 'POST'],
  );
}

const smallPath = (path: string) => path.replace(/\.jpg$/, '-small.jpg');

function uuidOf(query: URLSearchParams, name: string): string {
  const id = query.get(name);
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw new RefusalError({ code: 'invalid_input', field: name });
  return id;
}

async function listPhotos(
  query: URLSearchParams,
  member: Db,
  { campPhotos, now }: Needs,
): Promise<FamilyCampPhotos> {
  const listed = v.parse(
    Listed,
    await member.rpc('get_family_camp_photos', { p_child_id: uuidOf(query, 'child_id') }),
  );
  const expires_at = new Date(now().getTime() + CAMP_PHOTO_SECONDS * 1000).toISOString();
  const paths = listed.flatMap(({ path }) => [path, smallPath(path)]);
  const urls = await campPhotos.sign(paths, CAMP_PHOTO_SECONDS);
  return {
    expires_at,
    // A photo whose object is missing is left out, so that the others can be seen.
    photos: listed.flatMap(({ path: _path, ...photo }, n) => {
      const [url, small_url] = [urls[2 * n], urls[2 * n + 1]];
      return url && small_url ? [{ ...photo, url, small_url }] : [];
    }),
  };
}

async function takePhoto(request: Request, query: URLSearchParams, member: Db, deps: Needs) {
  const photoId = uuidOf(query, 'photo_id');
  const { path } = v.parse(
    Started,
    await member.rpc('start_camp_photo', {
      p_photo_id: photoId,
      p_camp_id: uuidOf(query, 'camp_id'),
      p_day: dayOf(query),
      p_child_ids: query.getAll('child_id'),
      p_without_ids: query.getAll('without_id'),
      p_others: query.get('others'),
    }),
  );
  // The device sends a photo again if it missed the first answer.
  if (path === null) return { stored: true };
  const bytes = await readBytes(request, CAMP_PHOTO_MOST_BYTES, 'photo_too_large');
  // The photo is encoded again, so that nothing but its pixels is stored, whatever the sender's device left in it.
  const [large, small] = await resizeToJpegs(bytes, [CAMP_PHOTO_SIDE, CAMP_PHOTO_SMALL_SIDE] as const);
  try {
    await deps.campPhotos.put(path, large.jpeg);
    await deps.campPhotos.put(smallPath(path), small.jpeg);
  } catch (error) {
    await removeObjects(deps, path);
    throw error;
  }
  const sent = v.parse(
    SentCampPhoto,
    await deps.db
      .rpc('finish_camp_photo', {
        p_photo_id: photoId,
        p_path: path,
        p_width: large.width,
        p_height: large.height,
        p_bytes: large.jpeg.length,
        p_small_bytes: small.jpeg.length,
      })
      .catch(async (error: unknown) => {
        // The answer may have been lost after the photo was saved for families, so its objects
        // stay. If it was not saved, the purge finds them.
        if (error instanceof RefusalError && error.refusal.code === 'photo_not_found')
          await removeObjects(deps, path);
        throw error;
      }),
  );
  if (!sent.stored) await removeObjects(deps, path);
  return sent;
}

function dayOf(query: URLSearchParams): string {
  const day = query.get('day');
  if (!v.is(v.pipe(v.string(), v.isoDate()), day))
    throw new RefusalError({ code: 'invalid_input', field: 'day' });
  return day;
}

/** Removes objects of a failed upload. If that fails too, a chore removes them later (private.drop_camp_photo). */
async function removeObjects({ campPhotos }: Needs, path: string): Promise<void> {
  try {
    await campPhotos.remove([path, smallPath(path)]);
  } catch (error) {
    logFault('removing a photo', error);
  }
}
