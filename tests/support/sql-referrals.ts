/**
 * Families that tell friends their code, and what comes of it. The database is shared by the tests of one file, which
 * open it by `openReferrals`.
 */
import { expect } from 'vitest';
import * as v from 'valibot';
import type { OrderView } from '#contract/orders.ts';
import { FamilyReferral, StaffReferral } from '#contract/referrals.ts';
import { type Caller, createDatabase, type TestDatabase } from './database.ts';
import * as camps from './sql-camps.ts';
import { callAs, makeParent, saveChild, signedIn } from './sql-details.ts';
import { disputeReport, findDiscrepancies } from './sql-disputes.ts';
import * as paying from './sql-paying.ts';
import { makeUser, refusal, rpc, service, stopCalendar } from './sql.ts';

export const CREDIT = 2000;
export let db: TestDatabase;
export let admin: Caller;

export async function openReferrals(): Promise<void> {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
}

/** Camps are still to come, and nobody has guessed codes. */
export async function beginTest(): Promise<void> {
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  await db.sql`truncate public.rate_limits`;
  await setTerms();
}

export const setTerms = (more: object = {}) =>
  db.sql`update public.settings set ${db.sql({
    referrals_enabled: true,
    referral_credit_cents: CREDIT,
    referrals_per_year_max: 5,
    ...more,
  })}`;

/** The bank disputes the whole payment. */
export const disputeOf = ({ paying: { sessionId, order } }: Booked) =>
  disputeReport(`pi_${sessionId}`, {
    amount_cents: order.total_cents,
    withdrawn_cents: order.total_cents,
  });
/** Staff end what the bank's answer left them to decide. */
export const endDecisions = (orderId: string) => db.sql`
  update public.payment_decisions set status = 'resolved', resolution = 'accepted', resolved_at = now()
  where order_id = ${orderId} and status = 'open'`;

export interface Family {
  caller: Caller;
  familyId: string;
  email: string;
  phone: string;
  child: { name: string; dob: string };
}
let made = 0;
export async function makeFamily(more: Partial<Pick<Family, 'child' | 'phone'>> = {}): Promise<Family> {
  const n = ++made;
  const email = `family${n}@example.test`;
  const caller = await makeParent(db, email);
  const child = more.child ?? { name: `Child ${n}`, dob: '2081-05-01' };
  const { family_id } = await saveChild(db, caller, child);
  return { caller, familyId: family_id, email, phone: more.phone ?? `+65${String(91_000_000 + n)}`, child };
}
interface Booked {
  orderId: string;
  camp: string;
  paying: paying.Paying;
}
const detailsOf = ({ email, phone, child }: Family) => ({
  parent: { name: 'Parent', email, phone },
  children: [child],
  consents: { terms: true, activity: true },
});
export async function hold(family: Family, code: string | null, who: Caller = family.caller) {
  const camp = await camps.makeCamp(db);
  const order = await callAs<OrderView & Record<string, unknown>>(db, who, 'hold_order', {
    lines: [{ offer_id: 'tier-spark', camp_id: camp, child: 0 }],
    children: [{ dob: family.child.dob }],
    code,
  });
  return { camp, order };
}
export async function pay(
  family: Family,
  { camp, order }: Awaited<ReturnType<typeof hold>>,
): Promise<Booked> {
  const finalized = await paying.finalize(db, order, null, { p_details: detailsOf(family) });
  const opened = { order, finalized, sessionId: await paying.openPaymentPage(db, finalized) };
  expect(await paying.chargeOrder(db, opened)).toMatchObject({ result: 'confirmed' });
  return { orderId: finalized.order_id, camp, paying: opened };
}
export const book = async (family: Family, code: string | null = null) =>
  pay(family, await hold(family, code));
export const readOffer = async ({ caller }: Family) =>
  v.parse(FamilyReferral, await rpc(db, caller, 'get_referral_code', {})).offer;
export const makeCode = async ({ caller }: Family) =>
  v.parse(FamilyReferral, await rpc(db, caller, 'renew_referral_code', {})).offer?.code ?? '';
/** A family that has bought here, and its code. */
export async function makeTeller() {
  const teller = await makeFamily();
  await book(teller);
  return { teller, code: await makeCode(teller) };
}
export const code = async (answer: Promise<unknown>) => (await refusal(answer)).code;
export const endCamps = () => stopCalendar(db, '2095-01-01T12:00:00+08:00');
export async function runChore() {
  await db.sql`update public.referrals set checked_at = '-infinity'`;
  await rpc(db, service, 'settle_referrals', {});
}
export const readCents = async (familyId: string) =>
  (await rpc<{ cents: number }>(db, admin, 'get_balance', { p_family_id: familyId })).cents;
export const readReferral = async (orderId: string) => {
  const [row] = await db.sql<
    { id: string; state: string; reason: string | null; taken_cents: number; credit_cents: number }[]
  >`select id, state, reason, taken_cents, credit_cents from public.referrals where order_id = ${orderId}`;
  return row;
};
export const readState = async (orderId: string) => {
  const row = await readReferral(orderId);
  return row && [row.state, row.reason];
};
export const decide = async (id: string, p_gives: boolean, who = admin) =>
  v.parse(StaffReferral, await rpc(db, who, 'decide_referral', { p_referral_id: id, p_gives }));
/** The camps of all orders are over, and the chore has run. */
export async function settle(orderId: string) {
  await endCamps();
  await runChore();
  return readState(orderId);
}

/** Judges all credits from outside, by the entries of balances and what Stripe kept for the orders. */
export async function judgeMoney() {
  const rows = await db.sql<{ given: number; taken: number; times: number; net: number }[]>`
    select sum(e.amount_cents) filter (where e.amount_cents > 0)::int as given,
      -coalesce(sum(e.amount_cents) filter (where e.amount_cents < 0), 0)::int as taken,
      count(*) filter (where e.amount_cents > 0)::int as times,
      (select sum(p.amount_cents) from public.payments p where p.order_id = e.referral_order_id)::int
        - (select coalesce(sum(r.amount_cents), 0) from public.refunds r
          where r.order_id = e.referral_order_id and r.status <> 'failed')::int as net
    from public.family_balance_entries e where e.kind = 'referral' group by e.referral_order_id`;
  for (const { given, taken, times, net } of rows) {
    expect(times).toBe(1);
    expect(taken).toBeLessThanOrEqual(given);
    // Nobody keeps a credit and the friend's money, too, unless the credit was spent before the refund.
    if (taken === 0) expect(net).toBeGreaterThanOrEqual(given);
  }
  const below = await db.sql`
    select family_id from public.family_balance_entries group by 1 having sum(amount_cents) < 0`;
  expect(below).toEqual([]);
  const twice = await db.sql`
    select o.family_id from public.referrals r join public.orders o on o.id = r.order_id
    where r.state = 'given' group by 1 having count(*) > 1`;
  expect(twice).toEqual([]);
  expect(await findDiscrepancies(db, admin, 'referral_differs_from_balance')).toEqual([]);
  expect(await findDiscrepancies(db, admin, 'balance_below_zero')).toEqual([]);
}
