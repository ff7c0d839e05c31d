import * as v from 'valibot';
import type { Db } from '../_shared/server/db.ts';

/** What one call takes; as many again may wait after a rush. */
const PIECE = 500;
const LONGEST_MS = 10_000;

const Released = v.object({ released: v.number() });

/** Clears away the holds that are over, a piece at a time, each well within a statement's time. */
export async function releaseHolds(db: Db): Promise<{ released: number }> {
  const began = performance.now();
  let released = 0;
  for (;;) {
    const piece = v.parse(Released, await db.rpc('release_lapsed_holds', {}));
    released += piece.released;
    if (piece.released < PIECE || performance.now() - began > LONGEST_MS) return { released };
  }
}
