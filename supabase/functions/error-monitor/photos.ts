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
  const outcome: Outcome = { removed: [], failed: [] };
  for (const name of buckets) {
    const paths = dropped.filter(({ bucket }) => bucket === name).map(({ path }) => path);
    if (paths.length > 0) await removeFiles(storages[name], paths, outcome);
  }
  const { removed, failed } = outcome;
  const untried = dropped.map(({ path }) => path).filter((path) => ![...removed, ...failed].includes(path));
  if (removed.length > 0) await db.rpc('forget_dropped_photos', { p_paths: removed });
  // The files that failed are postponed last, so that the next run tries the others first.
  for (const paths of [untried, failed])
    if (paths.length > 0) await db.rpc('postpone_dropped_photos', { p_paths: paths });
  return { removed: removed.length };
}

interface Outcome {
  removed: string[];
  failed: string[];
}

/**
 * After this many failures the storage itself is probably broken, so the rest is left for later. Otherwise the chores
 * that follow would wait for it.
 */
const MAX_FAILURES = 2;

/** Removes the files in one call or, if that fails, one by one. */
async function removeFiles(storage: Photos, paths: string[], { removed, failed }: Outcome): Promise<void> {
  if (failed.length >= MAX_FAILURES) return;
  try {
    await storage.remove(paths);
    removed.push(...paths);
    return;
  } catch (error) {
    logFault('removing files', error);
  }
  for (const path of paths) {
    if (failed.length >= MAX_FAILURES) return;
    try {
      await storage.remove([path]);
      removed.push(path);
    } catch (error) {
      logFault('removing a file', error);
      failed.push(path);
    }
  }
}
