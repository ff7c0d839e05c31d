/** Random actions of staff on their screens, for the random histories (docs/testing.md). */
import { randomUUID } from 'node:crypto';
import type { Consequences, CancelByStaffPreview, ScheduleItem } from '#contract/management-schedule.ts';
import { oneOf } from './random.ts';
import type { Step } from './selling.ts';
import { isExpectedFailure, type World } from './world.ts';

// Two members of staff use their screens at the same time. Each call contains the values that the screen showed.

/** Runs all calls at once. One success is enough. The other calls may be refused, but must not fail unexpectedly. */
async function atOnce(...calls: (() => Promise<unknown>)[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const reason =
    reasons.find((one) => !isExpectedFailure(one)) ??
    (reasons.length === outcomes.length ? reasons[0] : undefined);
  if (reason) throw reason;
}

const ordersOf = ({ checkouts }: World) => checkouts.flatMap(({ orderId }) => orderId ?? []);

export const cancelSessionAndCamp: Step = async (world) => {
  const { pick, sessions, camps, callAsStaff } = world;
  if (pick(3) > 0) return;
  const all = [oneOf(pick, sessions), oneOf(pick, camps)];
  const p_place_ids = pick(2) === 0 ? all : all.slice(pick(2)).slice(0, 1);
  const p_refunds = pick(2) === 0;
  const preview = await callAsStaff<CancelByStaffPreview>('preview_cancel_by_staff', { p_place_ids });
  const cancelByStaff = () =>
    callAsStaff<Consequences>('cancel_by_staff', {
      p_place_ids,
      p_reason: 'rain',
      p_refunds,
      p_expected: p_refunds ? preview.refund : preview.choice,
    });
  await atOnce(cancelByStaff, cancelByStaff);
};

/** Staff refund a line or an order by hand. They press the button twice, and a colleague presses it too. */
export const refundByHand: Step = async (world) => {
  const lines = await world.db.sql<
    { id: string; order_id: string; left: number; whole: number; refunds: number }[]
  >`
    select l.id, l.order_id, private.remaining_of_line(l.id) as left,
      coalesce(private.remaining_of_payment((private.order_payment(l.order_id)).id), 0) as whole,
      (select count(*) from private.shown_refunds(o.id))::int as refunds
    from public.order_lines l join public.orders o on o.id = l.order_id
    where o.paid_at is not null and o.id = any (${ordersOf(world)}) order by l.id`;
  const refundable = lines.filter(({ left, whole }) => Math.min(left, whole) >= 100);
  if (refundable.length === 0) return;
  const line = oneOf(world.pick, refundable);
  const isLineRefund = world.pick(2) === 0;
  const refund = (p_key: string) => () =>
    world.callAsStaff(isLineRefund ? 'refund_line' : 'refund_order', {
      ...(isLineRefund ? { p_line_id: line.id } : { p_order_id: line.order_id }),
      p_cents: 100,
      p_reason: 'goodwill',
      p_expected_refundable_cents: isLineRefund ? line.left : line.whole,
      p_expected_refunds: line.refunds,
      p_key,
    });
  const [key, other] = [randomUUID(), randomUUID()];
  await atOnce(refund(key), refund(key), refund(other));
  const created = await world.db
    .sql`select distinct request_key from public.refunds where request_key in (${key}, ${other})`;
  if (created.length > 0) world.books.goodwill.push({ order_id: line.order_id, cents: 100 });
  if (created.length > 1)
    world.discrepancies.push({ rule: 'refunded_twice_by_hand', subject: line.id, details: [...created] });
};

export const addSpots: Step = async (world) => {
  const { pick, callAsStaff } = world;
  const p_place_id = oneOf(pick, [...world.sessions, ...world.camps]);
  const { place } = await callAsStaff<{ place: ScheduleItem }>('get_schedule_place', { p_place_id });
  const add = () => callAsStaff('add_places', { p_place_id, p_places: 1, p_expected: place.capacity });
  if (place.kind !== 'session') return atOnce(add, add);
  const p_session = { max_capacity: place.capacity + 1 };
  await atOnce(add, () =>
    callAsStaff('save_session', { p_session_id: p_place_id, p_session, p_expected: place.session }),
  );
};

export const removeFromWaitlist: Step = async (world) => {
  const entries = await world.db.sql<{ id: string; status: string }[]>`
    select id, status from public.waitlist_entries
    where status in ('waiting', 'offered') and id = any (${world.waitlistEntries.map(({ entry_id }) => entry_id)}) order by id`;
  if (entries.length === 0) return;
  const { id: p_entry_id, status: p_expected } = oneOf(world.pick, entries);
  await atOnce(
    () => world.callAsStaff('remove_from_waitlist', { p_entry_id, p_expected }),
    () => world.callAsStaff('restore_waitlist_offer', { p_entry_id, p_expected: 'left' }),
  );
};
