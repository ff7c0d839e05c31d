import * as v from 'valibot';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { RefusalError } from './refusal.ts';
import { toldOf } from './told-of.ts';

const Allowed = v.object({ allowed: v.boolean() });

/** Counts a call; answers false once `limit` calls of the window are used up. */
export async function withinRate(
  db: Db,
  key: string,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<boolean> {
  const answer = await db.rpc('check_rate', { p_key: key, p_limit: limit, p_window_seconds: seconds });
  return v.parse(Allowed, answer).allowed;
}

/**
 * Counts a call of whoever stands behind this address, by the rule of that name in `rate_rules`, before anything is
 * read: of what all share a stranger uses up a part. A check that fails allows (spec 1 §8). Refuses `rate_limited`.
 */
export async function requireShare(db: Db, rule: string, request: Request): Promise<void> {
  const { allowed } = await db
    .rpc('check_caller', { p_endpoint: rule, p_headers: toldOf(request) })
    .then((answer) => v.parse(Allowed, answer))
    .catch((error: unknown) => {
      logFault('rate check', error);
      return { allowed: true };
    });
  if (!allowed) throw new RefusalError({ code: 'rate_limited' });
}

/**
 * Before anything is done for whoever brings an order's secret: after too many invented ones from this network address
 * `rate_limited`; a right one is always let in. A check that fails leaves the decision to what follows.
 */
export async function refuseInvented(db: Db, secret: string, request: Request): Promise<void> {
  const { allowed } = await db
    .rpc('check_order_secret', { p_secret: secret, p_headers: toldOf(request) })
    .then((answer) => v.parse(Allowed, answer))
    .catch((error: unknown) => {
      logFault('rate check', error);
      return { allowed: true };
    });
  if (!allowed) throw new RefusalError({ code: 'rate_limited' });
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
