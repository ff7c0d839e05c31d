/** Random actions of staff with passes and their credits, for the random histories (docs/testing.md). */
import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';
import { oneOf } from './random.ts';
import type { Step } from './selling.ts';

async function randomPass({ db, pick, checkouts }: World) {
  const orders = checkouts.flatMap(({ orderId }) => orderId ?? []);
  const passes = await db.sql<{ id: string; child_id: string }[]>`
    select p.id, p.child_id from public.passes p join public.order_lines l on l.id = p.order_line_id
    where l.order_id = any (${orders}) order by p.id`;
  return passes[pick(Math.max(1, passes.length))];
}

interface Booking {
  id: string;
  session_id: string;
  day: string;
  status: string;
}

async function randomBooking(world: World): Promise<Booking | undefined> {
  const pass = await randomPass(world);
  const bookings = await world.db.sql<Booking[]>`
    select distinct b.id, b.session_id, b.session_date::text as day, b.status from public.bookings b join public.credit_ledger l on l.booking_id = b.id
    where l.pass_id = ${pass?.id ?? null} order by b.id`;
  return bookings[world.pick(Math.max(1, bookings.length))];
}

export const bookSession: Step = async (world) => {
  const pass = await randomPass(world);
  if (!pass) return;
  const call = (session: string) =>
    world.callAsStaff('book_session', {
      p_child_id: pass.child_id,
      p_session_id: session,
      p_pass_id: pass.id,
    });
  const [first, second] = await Promise.allSettled(world.sessions.map(call));
  if (first?.status === 'rejected' && second?.status === 'rejected') throw first.reason;
};

export const cancelBooking: Step = async (world) => {
  const booking = await randomBooking(world);
  if (booking) await world.callAsStaff('cancel_booking', { p_booking_id: booking.id });
};

export const rescheduleBooking: Step = async (world) => {
  const booking = await randomBooking(world);
  if (!booking) return;
  await world.callAsStaff('reschedule_booking', {
    p_booking_id: booking.id,
    p_session_id: oneOf(world.pick, world.sessions),
  });
};

const markRoster = (world: World, booking: Booking, kind: 'in' | 'absent') =>
  world.callAsStaff('mark_roster', {
    p_place_id: booking.session_id,
    p_day: booking.day,
    p_marks: [{ id: randomUUID(), entry_id: booking.id, kind, made_at: new Date().toISOString() }],
  });

/** The child attends, so its pass counts as used. */
export const markAttended: Step = async (world) => {
  const booking = await randomBooking(world);
  if (booking?.status === 'booked') await markRoster(world, booking, 'in');
};

export const claimMakeUp: Step = async (world) => {
  const booking = await randomBooking(world);
  if (!booking) return;
  if (booking.status === 'booked') await markRoster(world, booking, 'absent');
  const claim = () => world.callAsStaff('claim_make_up', { p_booking_id: booking.id });
  const [first, second] = await Promise.allSettled([claim(), claim()]);
  if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
};

export const grantCredit: Step = async (world) => {
  const pass = await randomPass(world);
  if (!pass) return;
  await world.callAsStaff('grant_credit', {
    p_pass_id: pass.id,
    p_delta: oneOf(world.pick, [-2, -1, 1]),
    p_note: 'history',
  });
};

/** Moves a credit to a sibling, which counts for the family as if it had stayed on the pass that was sold. */
export const moveCredit: Step = async (world) => {
  const pass = await randomPass(world);
  if (!pass) return;
  const siblings = await world.db.sql<{ id: string }[]>`
    select c.id from public.children c join public.children o on o.family_id = c.family_id
    where o.id = ${pass.child_id} and c.id <> o.id order by c.id`;
  const sibling = siblings[world.pick(Math.max(1, siblings.length))];
  if (!sibling) return;
  const call = () =>
    world.callAsStaff('move_credits', { p_pass_id: pass.id, p_child_id: sibling.id, p_credits: 1 });
  const [first, second] = await Promise.allSettled([call(), call()]);
  if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
};

/** Pauses a pass from a random day on, or ends its pause. */
export const pausePass: Step = async (world) => {
  const pass = await randomPass(world);
  if (!pass) return;
  const [pause] = await world.db.sql<{ id: string }[]>`
    select id from public.pass_pauses where pass_id = ${pass.id} and cancelled_at is null limit 1`;
  if (pause) return world.callAsStaff('end_pause', { p_pause_id: pause.id });
  const [days] = await world.db.sql<[{ first: string; last: string }]>`
    select private.calendar_today() as first, private.calendar_today() + ${world.pick(20)}::integer as last`;
  const args = { p_pass_id: pass.id, p_first_day: days.first, p_last_day: days.last };
  const preview = await world.callAsStaff<{ bookings: { booking_id: string }[] }>('preview_pause', args);
  return world.callAsStaff('pause_pass', {
    ...args,
    p_booking_ids: preview.bookings.map(({ booking_id }) => booking_id),
    p_note: 'history',
  });
};
