import * as v from 'valibot';
import type { Db } from '../_shared/server/db.ts';

/** The number of holds that each call of SQL releases. After a rush, more may wait. */
const PIECE = 500;
const LONGEST_MS = 10_000;

const Released = v.object({ released: v.number() });

/** Removes expired holds in batches. Each batch is well within a statement's time limit. */
export async function releaseHolds(db: Db): Promise<{ released: number }> {
  const began = performance.now();
  let released = 0;
  for (;;) {
    const piece = v.parse(Released, await db.rpc('release_lapsed_holds', {}));
    released += piece.released;
    if (piece.released < PIECE || performance.now() - began > LONGEST_MS) return { released };
  }
}
