import postgres from 'postgres';
import type { ManagedOrder } from '#contract/after-sale.ts';
import { isLost } from './disputes.ts';
import { type Claimed, send } from './provider.ts';
import type { Checkout, World } from './world.ts';
import { oneOf } from './random.ts';
import { collect, settle, randomCheckout, type Step } from './selling.ts';

async function readBooking(world: World): Promise<{ access: object; order: ManagedOrder } | null> {
  const checkout = randomCheckout(world);
  if (!checkout?.orderId) return null;
  const access = { order_id: checkout.orderId };
  return { access, order: await world.call<ManagedOrder>('get_managed_order', { p_access: access }) };
}

export const cancel: Step = async (world) => {
  const current = await readBooking(world);
  if (!current) return;
  const lines = current.order.lines.filter(({ can }) => can.cancel);
  const chosen = lines.filter(() => world.pick(2) === 0);
  await world.call('cancel_lines', {
    p_access: current.access,
    p_line_ids: chosen.map(({ line_id }) => line_id),
    p_expected_refund_cents: chosen.reduce((sum, { can }) => sum + (can.cancel?.refund_cents ?? 0), 0),
  });
};

const somewhere = ({ pick, sessions, camps }: World, line: ManagedOrder['lines'][number]) =>
  line.camp ? { camp_id: oneOf(pick, camps) } : { session_id: oneOf(pick, sessions) };

export const move: Step = async (world) => {
  const current = await readBooking(world);
  const line = current?.order.lines.find(({ can }) => can.move);
  if (!current || !line) return;
  await world.call('move_line', {
    p_access: current.access,
    p_line_id: line.line_id,
    p_target: somewhere(world, line),
    p_expected_difference_cents: 0,
  });
};

export const bookMore: Step = async (world) => {
  const current = await readBooking(world);
  const line = current?.order.lines.find(({ pass }) => pass && pass.credits > 0);
  if (!current || !line) return;
  const book = (session: string) =>
    world.call('book_pass_session', {
      p_access: current.access,
      p_line_id: line.line_id,
      p_session_id: session,
    });
  const [first, second] = await Promise.allSettled(world.sessions.map(book));
  if (first?.status === 'rejected' && second?.status === 'rejected') throw first.reason;
};

export const giveBackOne: Step = async (world) => {
  const current = await readBooking(world);
  const line = current?.order.lines.find(({ pass }) =>
    pass?.bookings.some(({ status }) => status === 'ahead'),
  );
  const booking = line?.pass?.bookings.find(({ status }) => status === 'ahead');
  if (!current || !line || !booking) return;
  const giveBack = () =>
    world.call('cancel_pass_session', {
      p_access: current.access,
      p_line_id: line.line_id,
      p_booking_id: booking.booking_id,
      p_expected_return: booking.returns_credit,
    });
  const [first, second] = await Promise.allSettled([giveBack(), giveBack()]);
  if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
};

async function findCampPlace(world: World) {
  const ids = new Set(world.checkouts.flatMap(({ orderId }) => (orderId ? [orderId] : [])));
  for (const order_id of [...ids].slice(-8).toReversed()) {
    const access = { order_id };
    const order = await world.call<ManagedOrder>('get_managed_order', { p_access: access });
    const line = order.lines.find(({ can, camp }) => can.move && camp);
    if (line) return { access, line };
  }
  return null;
}

/**
 * Two tabs hold an upgrade to a more expensive spot. Sometimes it is paid, and sometimes it races with a
 * cancellation.
 */
export const upgrade: Step = async (world) => {
  const found = await findCampPlace(world);
  const [camp_id] = world.camps.filter((id) => id !== found?.line.camp?.camp_id);
  if (!found || camp_id === undefined) return;
  const { access, line } = found;
  const holdIt = () =>
    world.call<{ secret: string; total_cents: number }>('hold_upgrade', {
      p_access: access,
      p_line_id: line.line_id,
      p_target: { camp_id, transport: 'door-to-door' },
    });
  const [held, again] = await Promise.allSettled([holdIt(), holdIt()]);
  const order = held.status === 'fulfilled' ? held : again;
  if (order.status === 'rejected') throw order.reason;
  const checkout: Checkout = { secret: order.value.secret, totalCents: order.value.total_cents, children: 1 };
  world.checkouts.push(checkout);
  if (world.pick(3) === 0) return;
  await settle(world, checkout);
  const giveBack = () =>
    world.call('cancel_lines', {
      p_access: access,
      p_line_ids: [line.line_id],
      p_expected_refund_cents: line.can.cancel?.refund_cents ?? 0,
    });
  const when = oneOf(world.pick, ['before', 'meanwhile', 'never', 'never']);
  if (when === 'before') await giveBack();
  const outcomes = await Promise.allSettled([
    collect(world, checkout),
    ...(when === 'meanwhile' ? [giveBack()] : []),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Two tabs resolve a late payment at once: by another date for all lines, a credit, or a refund. */
export const chooseLate: Step = async (world) => {
  for (const order_id of world.checkouts.flatMap(({ orderId }) => orderId ?? [])) {
    const access = { order_id };
    const order = await world
      .call<ManagedOrder>('get_managed_order', { p_access: access })
      .catch((reason: unknown) => {
        // The order is not paid, or is closed again.
        if (reason instanceof postgres.PostgresError && reason.message === 'order_closed') return null;
        throw reason;
      });
    if (!order?.must_choose) continue;
    const kind = oneOf(world.pick, ['move', 'credit', 'refund'] as const);
    const lines = order.lines.map((line) => ({ line_id: line.line_id, ...somewhere(world, line) }));
    const p_choice = kind === 'move' ? { kind, lines } : { kind };
    const lost = await isLost(world, order_id);
    const choose = () => world.call('choose_late', { p_access: access, p_choice });
    const [first, second] = await Promise.allSettled([choose(), choose()]);
    const chosen = first.status === 'fulfilled' || second.status === 'fulfilled';
    if (chosen && lost && (await isLost(world, order_id)))
      world.odd.push({ rule: 'chosen_after_lost', subject: order_id, details: kind });
    if (first.status === 'rejected') throw first.reason;
    return;
  }
};

export const place: Step = async (world) => {
  const current = await readBooking(world);
  const line = current?.order.lines.find(({ can }) => can.place);
  if (!current || !line) return;
  await world.call('place_credit_line', {
    p_access: current.access,
    p_line_id: line.line_id,
    p_camp_id: oneOf(world.pick, world.camps),
  });
};

export const sendRefunds: Step = async (world) => {
  const claimed = await world.call<Claimed[]>('claim_refunds', { p_limit: 5 });
  for (const one of claimed) await send(world, one, oneOf(world.pick, ['succeeded', 'pending', 'failed']));
};
