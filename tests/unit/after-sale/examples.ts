import type { ManagedOrder, ManagedPass, PassSession } from '#contract/after-sale.ts';
import { brand } from '#config/brand.ts';
import type { ManagedLine, Target } from '#features/after-sale/model.ts';
import { order, uuid } from '#support/unit/examples.ts';

const [line] = order().lines;
if (!line) throw new Error('no example');

export const managedLine: ManagedLine = {
  ...line,
  status: 'placed',
  child_name: 'Kai',
  can: { cancel: { refund_cents: 3800 }, move: { until: '2026-11-20T02:30:00Z' }, place: false },
  pass: null,
};

export function managed(over: Partial<ManagedOrder> = {}): ManagedOrder {
  return {
    ...order({ status: 'paid', paid_at: '2026-11-20T04:10:00Z', hold_expires_at: null }),
    order_id: uuid(1000),
    must_choose: false,
    split_allowed: false,
    refunds: [],
    known: [],
    lines: [managedLine],
    ...over,
  };
}

export const target: Target = {
  id: uuid(502),
  kind: 'camp',
  when: 'Mon 14 – Wed 16 Dec 2026',
  what: 'Spark Camp',
  where: 'Bishan',
  spotsLeft: 4,
  otherKind: false,
};

const session = (id: number, over: Partial<PassSession['session']> = {}): PassSession['session'] => ({
  session_id: uuid(id),
  session_date: '2026-11-28',
  session_time: '10:30:00',
  starts_at: '2026-11-28T02:30:00Z',
  ends_at: '2026-11-28T03:30:00Z',
  coach_name: null,
  class_type: `Red ${brand.product} A`,
  team: 'red' as const,
  location_name: 'Somerset',
  location_address: '1 Skate Way',
  ...over,
});
const returning = { returns_credit: true, credit_returns_until: '2026-11-27T02:30:00Z' };

export const passSession = (
  id: number,
  over: Partial<PassSession> = {},
  sessionFields: Partial<PassSession['session']> = {},
): PassSession => ({
  session: session(id, sessionFields),
  is_own_team: true,
  spots_left: 4,
  ...returning,
  ...over,
});

export const passBooking: ManagedPass['bookings'][number] = {
  booking_id: uuid(801),
  session: session(700),
  status: 'ahead',
  ...returning,
};

/** A Term pass with two used sessions, one of which is in the future. */
export const passLine: ManagedLine & { pass: ManagedPass } = {
  ...managedLine,
  line_id: uuid(30),
  sessions: 18,
  session: passBooking.session,
  pass: {
    credits: 16,
    sessions_total: 18,
    valid_until: '2027-03-31',
    is_over: false,
    bookings: [passBooking],
  },
};
