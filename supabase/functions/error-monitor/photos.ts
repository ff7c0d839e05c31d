import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';

const Dropped = v.array(v.object({ bucket: v.picklist(['child-photos', 'pictures']), path: v.string() }));

/** Removes stored files that are in no row, for example after an erasure, a purge, or a failed removal. */
export async function dropPhotos({
  db,
  photos,
  pictures,
}: Pick<Deps, 'db' | 'photos' | 'pictures'>): Promise<{ removed: number }> {
  const dropped = v.parse(Dropped, await db.rpc('list_dropped_photos', {}));
  const paths = (name: string) => dropped.filter(({ bucket }) => bucket === name).map(({ path }) => path);
  if (dropped.length > 0) {
    await photos.remove(paths('child-photos'));
    await pictures.remove(paths('pictures'));
    await db.rpc('forget_dropped_photos', { p_paths: dropped.map(({ path }) => path) });
  }
  return { removed: dropped.length };
}
