import type { Discrepancy } from './forbidden-states.ts';
import type { World } from './world.ts';

/**
 * Judges a random history (docs/testing.md) without our own books. It adds up the charges and refunds of Stripe and the
 * desk, reads the rosters, and finds orders that have both the money and the spot, or neither.
 */
export async function judgeFromOutside(world: World): Promise<Discrepancy[]> {
  const groups = await groupOrders(world);
  const discrepancies: Discrepancy[] = [];
  for (const orders of groups) {
    const money = addUpMoney(world, orders);
    if (money.paid === 0) continue;
    const roster = await readRoster(world, orders);
    const details = { orders, ...money, ...roster };
    const addDiscrepancy = (rule: string) => discrepancies.push({ rule, subject: orders[0] ?? '', details });
    // A refund followed by a lost dispute pays the money back twice. That is not our fault, so it does not count here.
    if (money.returned - money.lost > money.paid) addDiscrepancy('more_back_than_paid');
    // Staff may decide that the spots stay although the money was refunded.
    const isAllRefunded = money.returned - money.goodwill >= money.paid;
    if (isAllRefunded && roster.places > 0 && !roster.awaitsStaff && !roster.isKeptByStaff)
      addDiscrepancy('money_and_place');
    const hasNothingLeft =
      roster.places === 0 && roster.claims === 0 && !roster.awaitsStaff && !roster.isErased;
    // These camps begin weeks later and refund everything until the day before, so all of the money must be refunded.
    if (
      hasNothingLeft &&
      roster.hasOnlyCamps &&
      isSoldWithFullRefund(world, orders) &&
      money.returned + money.failed < money.paid
    )
      addDiscrepancy('neither_money_nor_place');
  }
  return discrepancies;
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

/** Groups the orders: orders belong together if a paid spot moved from one to the other. */
async function groupOrders({ db, checkouts }: World): Promise<string[][]> {
  const orders = [...new Set(checkouts.flatMap(({ orderId }) => orderId ?? []))];
  const moves = await db.sql<{ from: string; to: string }[]>`
    select distinct o.order_id as from, n.order_id as to
    from public.order_lines o join public.order_lines n on n.id = o.moved_to_line_id
    where o.order_id <> n.order_id and o.order_id = any (${orders})`;
  const groups = new Map(orders.map((order) => [order, new Set([order])]));
  for (const { from, to } of moves) {
    const [one, other] = [groups.get(from) ?? new Set([from]), groups.get(to) ?? new Set([to])];
    const all = new Set([...one, ...other]);
    for (const order of all) groups.set(order, all);
  }
  return [...new Set(groups.values())].map((group) => [...group].sort());
}

function addUpMoney({ charges, disputes, books }: World, orders: readonly string[]) {
  const ownCharges = charges.filter(({ order_id }) => orders.includes(String(order_id)));
  const intents = ownCharges.map(({ payment_intent }) => payment_intent);
  const refunds = books.refunds.filter(({ payment_intent }) => intents.includes(payment_intent));
  const ownDeskPayments = books.desk.filter(({ order_id }) => orders.includes(order_id));
  const lost = disputes.filter(
    ({ payment_intent, lost: isLost }) => isLost && intents.includes(payment_intent),
  );
  const inCents = (list: readonly { amount_cents: number }[]) =>
    sum(list.map(({ amount_cents }) => amount_cents));
  return {
    paid:
      inCents(ownCharges) + sum(ownDeskPayments.filter(({ cents }) => cents > 0).map(({ cents }) => cents)),
    returned:
      inCents(refunds.filter(({ status }) => status === 'succeeded')) +
      inCents(lost) -
      sum(ownDeskPayments.filter(({ cents }) => cents < 0).map(({ cents }) => cents)),
    lost: inCents(lost),
    /** Refunds that failed at the provider, which staff pay in another way. */
    failed: inCents(refunds.filter(({ status }) => status === 'failed')),
    goodwill: sum(
      books.goodwill.filter(({ order_id }) => orders.includes(order_id)).map(({ cents }) => cents),
    ),
  };
}

const isSoldWithFullRefund = ({ checkouts }: World, orders: readonly string[]) =>
  checkouts.every(
    ({ orderId, isFullyRefundable }) => !orders.includes(orderId ?? '') || isFullyRefundable !== false,
  );

interface Roster {
  /** Spots on camps and classes that take place, and sessions of a pass that may still be booked. */
  places: number;
  /** Claims that the family can still turn into a spot: a choice, a credit, or a camp that staff cancelled. */
  claims: number;
  hasOnlyCamps: boolean;
  isErased: boolean;
  awaitsStaff: boolean;
  isKeptByStaff: boolean;
}

async function readRoster({ db, charges }: World, orders: readonly string[]): Promise<Roster> {
  const intents = charges
    .filter(({ order_id }) => orders.includes(String(order_id)))
    .map(({ payment_intent }) => payment_intent);
  const [row] = await db.sql<[Roster]>`
    with lines as (select * from public.order_lines where order_id = any (${orders as string[]}))
    select
      (select count(*) from public.camp_enrollments e join lines l on l.id = e.order_line_id
        join public.camp_weeks c on c.id = e.camp_id
        where e.status = 'enrolled' and c.cancelled_at is null)::integer
      + (select count(*) from lines l join public.passes p on p.order_line_id = l.id
        join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
        join public.bookings b on b.id = k.booking_id and b.status = 'booked'
        join public.sessions s on s.id = b.session_id and s.status = 'scheduled')::integer
      + (select coalesce(sum(greatest(0, (select coalesce(sum(delta), 0) from public.credit_ledger where pass_id = p.id))), 0)
        from lines l join public.passes p on p.order_line_id = l.id where l.status = 'placed')::integer as places,
      (select count(*) from lines l left join public.camp_weeks c on c.id = l.camp_id
        where l.status in ('needs_choice', 'credit') or (l.status = 'placed' and c.cancelled_at is not null))::integer as claims,
      coalesce((select bool_and(camp_id is not null) from lines), false) as "hasOnlyCamps",
      exists (select from public.orders where id = any (${orders as string[]}) and family_id is null and paid_at is not null) as "isErased",
      exists (select from public.payment_decisions d join public.payments p on p.id = d.payment_id
        where p.payment_intent = any (${intents}) and d.status = 'open') as "awaitsStaff",
      exists (select from public.payment_decisions d join public.payments p on p.id = d.payment_id
        where p.payment_intent = any (${intents}) and d.resolution in ('accepted', 'line') and d.kind <> 'mismatch') as "isKeptByStaff"`;
  return row;
}
