import type { Background } from './background.ts';
import type { Db } from './db.ts';

/** The longest delay that is recorded. Longer ones need not be exact, and SQL's integers end just above this. */
const MAX_LAG_MS = 2_000_000_000;

type Kind = 'booking' | 'webhook';

/**
 * Counts a call without delaying it. A 5xx status counts as a failure, because we or the payment provider caused it. A
 * refusal counts as success.
 */
export async function countCall(
  kind: Kind,
  { db, background }: { db: Db; background: Background },
  request: Request,
  response: Promise<Response>,
  happenedAt?: () => Date | undefined,
): Promise<Response> {
  const answered = await response;
  if (request.method === 'OPTIONS') return answered;
  const event = happenedAt?.();
  // The signature was invalid, so the call reports nothing.
  if (happenedAt && !event) return answered;
  const since = event ? Date.now() - event.getTime() : 0;
  const lag = Number.isFinite(since) ? Math.min(MAX_LAG_MS, Math.max(0, since)) : 0;
  background(
    db.rpc('note_call', { p_kind: kind, p_failed: answered.status >= 500, p_lag_ms: Math.round(lag) }),
  );
  return answered;
}
