import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';

/** Removes photos from the storage that no child has any more: of those who were erased, and what a call could not. */
export async function dropPhotos({ db, photos }: Pick<Deps, 'db' | 'photos'>): Promise<{ removed: number }> {
  const paths = v.parse(v.array(v.string()), await db.rpc('list_dropped_photos', {}));
  if (paths.length > 0) {
    await photos.remove(paths);
    await db.rpc('forget_dropped_photos', { p_paths: paths });
  }
  return { removed: paths.length };
}
