import * as v from 'valibot';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { RefusalError } from './refusal.ts';

/** Counts a call; answers false once `limit` calls of the window are used up. */
export async function withinRate(
  db: Db,
  key: string,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<boolean> {
  const answer = await db.rpc('check_rate', { p_key: key, p_limit: limit, p_window_seconds: seconds });
  return v.parse(v.object({ allowed: v.boolean() }), answer).allowed;
}

/** For calls that charge nobody and tell nothing new: a check that fails allows (spec 1 §8). */
export async function allowRate(
  db: Db,
  key: string,
  rate: { limit: number; seconds: number },
): Promise<boolean> {
  return await withinRate(db, key, rate).catch((error: unknown) => {
    logFault('rate check', error);
    return true;
  });
}

/** For calls about money and people: a check that fails refuses too (decisions "Safety"). */
export async function requireRate(
  db: Db,
  key: string,
  rate: { limit: number; seconds: number },
): Promise<void> {
  const allowed = await withinRate(db, key, rate).catch((error: unknown) => {
    logFault('rate check', error);
    return false;
  });
  if (!allowed) throw new RefusalError({ code: 'rate_limited' });
}
