/** Random actions of families after a purchase, for the random histories (docs/testing.md). */
import postgres from 'postgres';
import type { ManagedOrder } from '#contract/after-sale.ts';
import { isLostToBank } from './disputes.ts';
import { type ClaimedRefund, sendRefund } from './provider.ts';
import type { Checkout, World } from './world.ts';
import { oneOf } from './random.ts';
import { chargeCheckout, openPaymentPage, randomCheckout, type Step } from './selling.ts';

async function readBooking(world: World): Promise<{ access: object; order: ManagedOrder } | null> {
  const checkout = randomCheckout(world);
  if (!checkout?.orderId) return null;
  const access = { order_id: checkout.orderId };
  return { access, order: await world.call<ManagedOrder>('get_managed_order', { p_access: access }) };
}

export const cancelLines: Step = async (world) => {
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

const randomTarget = ({ pick, sessions, camps }: World, line: ManagedOrder['lines'][number]) =>
  line.camp ? { camp_id: oneOf(pick, camps) } : { session_id: oneOf(pick, sessions) };

export const moveLine: Step = async (world) => {
  const current = await readBooking(world);
  const line = current?.order.lines.find(({ can }) => can.move);
  if (!current || !line) return;
  await world.call('move_line', {
    p_access: current.access,
    p_line_id: line.line_id,
    p_target: randomTarget(world, line),
    p_expected_difference_cents: 0,
  });
};

export const bookWithPass: Step = async (world) => {
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

export const cancelPassBooking: Step = async (world) => {
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

async function findMovableCamp(world: World) {
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
 * The parent holds an upgrade to a more expensive camp in two tabs. Sometimes the parent then pays for it, and
 * sometimes also cancels the spot, before or during the payment.
 */
export const upgradeCamp: Step = async (world) => {
  const found = await findMovableCamp(world);
  const [camp_id] = world.camps.filter((id) => id !== found?.line.camp?.camp_id);
  if (!found || camp_id === undefined) return;
  const { access, line } = found;
  const holdMove = () =>
    world.call<{ secret: string; total_cents: number }>('hold_upgrade', {
      p_access: access,
      p_line_id: line.line_id,
      p_target: { camp_id, transport: 'door-to-door' },
    });
  const [held, again] = await Promise.allSettled([holdMove(), holdMove()]);
  const order = held.status === 'fulfilled' ? held : again;
  if (order.status === 'rejected') throw order.reason;
  const checkout: Checkout = { secret: order.value.secret, totalCents: order.value.total_cents, children: 1 };
  world.checkouts.push(checkout);
  if (world.pick(3) === 0) return;
  await openPaymentPage(world, checkout);
  const giveBack = () =>
    world.call('cancel_lines', {
      p_access: access,
      p_line_ids: [line.line_id],
      p_expected_refund_cents: line.can.cancel?.refund_cents ?? 0,
    });
  const when = oneOf(world.pick, ['before', 'meanwhile', 'never', 'never']);
  if (when === 'before') await giveBack();
  const outcomes = await Promise.allSettled([
    chargeCheckout(world, checkout),
    ...(when === 'meanwhile' ? [giveBack()] : []),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** The parent resolves a late payment in two tabs at once, by choosing other dates, a credit or a refund. */
export const resolveLatePayment: Step = async (world) => {
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
    const lines = order.lines.map((line) => ({ line_id: line.line_id, ...randomTarget(world, line) }));
    const p_choice = kind === 'move' ? { kind, lines } : { kind };
    const lost = await isLostToBank(world, order_id);
    const choose = () => world.call('choose_late', { p_access: access, p_choice });
    const [first, second] = await Promise.allSettled([choose(), choose()]);
    const chosen = first.status === 'fulfilled' || second.status === 'fulfilled';
    if (chosen && lost && (await isLostToBank(world, order_id)))
      world.discrepancies.push({ rule: 'chosen_after_lost', subject: order_id, details: kind });
    if (first.status === 'rejected') throw first.reason;
    return;
  }
};

export const placeCredit: Step = async (world) => {
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
  const claimed = await world.call<ClaimedRefund[]>('claim_refunds', { p_limit: 5 });
  for (const one of claimed)
    await sendRefund(world, one, oneOf(world.pick, ['succeeded', 'pending', 'failed']));
};
