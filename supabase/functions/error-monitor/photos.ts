import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import type { Bucket, Photos } from '../_shared/server/photos.ts';

const buckets = ['child-photos', 'pictures', 'camp-photos'] as const satisfies readonly Bucket[];
const Dropped = v.array(v.object({ bucket: v.picklist(buckets), path: v.string() }));

type Needs = Pick<Deps, 'db' | 'photos' | 'pictures' | 'campPhotos'>;

/**
 * Removes stored files that are in no row, for example after an erasure, a purge, or a failed removal. A row of the
 * list is deleted after its file, so a run that stops is repeated. Files that cannot be removed are tried again later.
 */
export async function dropPhotos({ db, photos, pictures, campPhotos }: Needs): Promise<{ removed: number }> {
  const dropped = v.parse(Dropped, await db.rpc('list_dropped_photos', {}));
  const storages: Record<Bucket, Photos> = {
    'child-photos': photos,
    pictures,
    'camp-photos': campPhotos,
  };
  const removed: string[] = [];
  for (const name of buckets) {
    const paths = dropped.filter(({ bucket }) => bucket === name).map(({ path }) => path);
    removed.push(...(await removeFiles(storages[name], paths)));
  }
  const left = dropped.map(({ path }) => path).filter((path) => !removed.includes(path));
  if (removed.length > 0) await db.rpc('forget_dropped_photos', { p_paths: removed });
  if (left.length > 0) await db.rpc('postpone_dropped_photos', { p_paths: left });
  return { removed: removed.length };
}

/** Removes the files in one call or, if that fails, one by one. Returns the removed files. */
async function removeFiles(storage: Photos, paths: string[]): Promise<string[]> {
  try {
    await storage.remove(paths);
    return paths;
  } catch (error) {
    logFault('removing files', error);
  }
  const removed: string[] = [];
  for (const path of paths)
    try {
      await storage.remove([path]);
      removed.push(path);
    } catch (error) {
      logFault('removing a file', error);
    }
  return removed;
}
