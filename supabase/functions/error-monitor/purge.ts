import * as v from 'valibot';
import type { Db } from '../_shared/server/db.ts';
import { logFault } from '../_shared/server/log.ts';

const Classes = v.array(v.string());
const Piece = v.object({ purged: v.nullable(v.number()), more: v.boolean() });
/** The time for one call. Other chores also run every minute, so the next call continues. */
const BUDGET_MS = 20_000;

/**
 * Purges old data. Each statement deletes one batch, to stay within the database's time limit. If one class of data
 * fails, the others are still purged.
 */
export async function purge(db: Db, budgetMs = BUDGET_MS): Promise<Record<string, number>> {
  const end = performance.now() + budgetMs;
  const purged: Record<string, number> = {};
  const failed: string[] = [];
  let waiting = v.parse(Classes, await db.rpc('list_purges', {}));
  for (let turn = 0; waiting.length > 0 && (turn === 0 || performance.now() < end); turn++) {
    const unfinished: string[] = [];
    for (const name of waiting) {
      if (turn > 0 && performance.now() >= end) break;
      try {
        const piece = v.parse(Piece, await db.rpc('purge_piece', { p_class: name }));
        if (piece.purged === null) failed.push(name);
        else purged[name] = (purged[name] ?? 0) + piece.purged;
        if (piece.more) unfinished.push(name);
      } catch (error) {
        logFault(`purge ${name}`, error);
        failed.push(name);
      }
    }
    waiting = unfinished;
  }
  if (failed.length > 0) throw new Error(`not purged: ${failed.join(', ')}`);
  return purged;
}
