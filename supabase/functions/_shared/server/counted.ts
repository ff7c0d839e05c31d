import type { Background } from './background.ts';
import type { Db } from './db.ts';

/** An event told again weeks later is late enough; SQL's integer ends soon after. */
const MOST_LAG_MS = 2_000_000_000;

/** The calls that a booking depends on: staff are told when too many fail (`private.bookings_failing`). */
type Kind = 'booking' | 'webhook';

/**
 * Counts how a call went, beside it: 5xx is our fault or the payment provider's; what is refused for a reason went
 * well.
 * `happenedAt`: the moment of the event that the call tells of, where there is one.
 */
export async function counted(
  kind: Kind,
  { db, background }: { db: Db; background: Background },
  request: Request,
  response: Promise<Response>,
  happenedAt?: () => Date | undefined,
): Promise<Response> {
  const answered = await response;
  if (request.method === 'OPTIONS') return answered;
  const event = happenedAt?.();
  // Nobody signed it: whoever called told us nothing.
  if (happenedAt && !event) return answered;
  const since = event ? Date.now() - event.getTime() : 0;
  const lag = Number.isFinite(since) ? Math.min(MOST_LAG_MS, Math.max(0, since)) : 0;
  background(
    db.rpc('note_call', { p_kind: kind, p_failed: answered.status >= 500, p_lag_ms: Math.round(lag) }),
  );
  return answered;
}
