import type { OrderLineView } from './orders.ts';

type Line = Pick<OrderLineView, 'status' | 'sessions' | 'session'>;

/**
 * Returns for example `Book the other 17 sessions one by one, whenever you know the day`, or null if nothing is left.
 */
export function moreSessionsMessage(lines: readonly Line[]): string | null {
  const passes = lines.filter(({ status, sessions }) => status !== 'cancelled' && (sessions ?? 0) > 1);
  const [pass] = passes;
  if (!pass) return null;
  return `Book ${passes.length > 1 ? 'the other sessions of your passes one by one' : sessionsOf(pass)}, whenever you know the day`;
}

function sessionsOf({ sessions, session }: Line): string {
  if (session === null) return `all ${sessions} sessions one by one`;
  const others = (sessions ?? 0) - 1;
  return others === 1 ? 'the other session' : `the other ${others} sessions one by one`;
}
