import * as v from 'valibot';
import type { Db } from './db.ts';
import { logFault } from './log.ts';
import { RefusalError } from './refusal.ts';
import { forwardedHeaders } from './forwarded-headers.ts';

const Allowed = v.object({ allowed: v.boolean() });

export async function withinRate(
  db: Db,
  key: string,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<boolean> {
  const answer = await db.rpc('check_rate', { p_key: key, p_limit: limit, p_window_seconds: seconds });
  return v.parse(Allowed, answer).allowed;
}

/** Counts the call before the body is read. If the check fails, the call is allowed (spec 1 §8). */
export async function requireShare(db: Db, rule: string, request: Request): Promise<void> {
  const { allowed } = await db
    .rpc('check_caller', { p_endpoint: rule, p_headers: forwardedHeaders(request) })
    .then((answer) => v.parse(Allowed, answer))
    .catch((error: unknown) => {
      logFault('rate check', error);
      return { allowed: true };
    });
  if (!allowed) throw new RefusalError({ code: 'rate_limited' });
}

/**
 * Fails with `rate_limited` after too many invented secrets from this network address. A valid secret always passes.
 */
export async function refuseInvented(db: Db, secret: string, request: Request): Promise<void> {
  const { allowed } = await db
    .rpc('check_order_secret', { p_secret: secret, p_headers: forwardedHeaders(request) })
    .then((answer) => v.parse(Allowed, answer))
    .catch((error: unknown) => {
      logFault('rate check', error);
      return { allowed: true };
    });
  if (!allowed) throw new RefusalError({ code: 'rate_limited' });
}

/** Counts a call that costs no money and reveals no data. If the check fails, the call is allowed (spec 1 §8). */
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

/** Counts a call about money or people. If the check fails, the call is refused (docs/decisions "Safety"). */
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
