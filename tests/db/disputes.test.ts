import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '../support/database.ts';
import * as after from '../support/sql-after.ts';
import * as camps from '../support/sql-camps.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await after.sellWithRules(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

const buy = async () =>
  after.buy(db, [{ offer_id: shop.term.id, session_id: await after.session(db, after.day(20)) }]);
const intentOf = async ({ orderId }: { orderId: string }): Promise<string> => {
  const [row] = await db.sql<[{ intent: string }]>`
    select payment_intent as intent from public.payments where order_id = ${orderId}`;
  return row.intent;
};

/** A second charge of an order: its intent. */
async function chargedAgain({ orderId }: after.Bought): Promise<string> {
  const payment_intent = `pi_${randomUUID()}`;
  const session_id = `cs_${randomUUID()}`;
  const event = { event_id: `evt_${randomUUID()}`, event_type: 'look', order_id: orderId };
  const charge = { ...event, payment_intent, session_id, amount_cents: 69_700, currency: 'sgd' };
  expect(await shop.confirm(db, charge)).toMatchObject({ result: 'duplicate_payment' });
  return payment_intent;
}

interface Said {
  dispute_id: string;
  payment_intent: string;
  [key: string]: unknown;
}
let asked = Date.now();
const says = (payment_intent: string, more: object = {}): Said => ({
  dispute_id: `dp_${randomUUID()}`,
  payment_intent,
  amount_cents: 69_700,
  currency: 'sgd',
  reason: 'fraudulent',
  status: 'needs_response',
  outcome: null,
  withdrawn_cents: 69_700,
  answer_by: '2090-01-01T00:00:00Z',
  asked_at: new Date((asked += 1000)).toISOString(),
  ...more,
});
const tell = (p_dispute: object) =>
  x.rpc<{ known: boolean; changed: boolean }>(db, x.service, 'record_dispute', { p_dispute });
const later = (before: Said, more: object): Said => ({
  ...before,
  asked_at: new Date((asked += 1000)).toISOString(),
  ...more,
});
const lost = { status: 'lost', outcome: 'lost' };
const won = { status: 'won', outcome: 'won', withdrawn_cents: 0 };

async function disputed() {
  const bought = await buy();
  const dispute = says(await intentOf(bought));
  expect(await tell(dispute)).toEqual({ known: true, changed: true });
  return { bought, dispute };
}
const decisionOf = async (orderId: string) =>
  (
    await db.sql<{ id: string; status: string; resolution: string | null }[]>`
      select id, status, resolution from public.payment_decisions
      where order_id = ${orderId} and kind = 'disputed'`
  )[0];
const decide = async (orderId: string, p_resolution: string) =>
  x.rpc(db, admin, 'resolve_decision', {
    p_decision_id: (await decisionOf(orderId))?.id ?? '',
    p_resolution,
  });
const staffRefund = (orderId: string, p_cents = 100) =>
  x.rpc(db, admin, 'refund_order', { p_order_id: orderId, p_cents, p_reason: 'goodwill' });
const claimed = async (orderId: string) => {
  await db.sql`update public.refunds set leased_until = null where status = 'requested'`;
  const all = await x.rpc<{ id: string }[]>(db, x.service, 'claim_refunds', { p_limit: 100 });
  const own = await db.sql<{ id: string }[]>`select id from public.refunds where order_id = ${orderId}`;
  return all.filter(({ id }) => own.some((refund) => refund.id === id)).length;
};
const odd = async (rule: string) =>
  (
    await db.as(
      admin,
      (sql) => sql<{ subject: string }[]>`select subject from public.reconcile_books() where rule = ${rule}`,
    )
  ).map(({ subject }) => subject);
const access = () => odd('access_after_lost_dispute');

describe('while a dispute is open', () => {
  test('a person is asked, and the books are in order', async () => {
    const { bought, dispute } = await disputed();
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'open' });
    await Promise.all([1, 2, 3].map(() => tell(dispute)));
    const [row] = await db.sql`
      select count(*) as n, min(amount_cents) as cents, min(currency) as currency
      from public.payment_disputes where provider_dispute_id = ${dispute.dispute_id}`;
    expect(row).toEqual({ n: 1, cents: 69_700, currency: 'SGD' });
    expect(await after.broken(db)).toEqual([]);
  });

  test('staff refund nothing of its charge, in no way', async () => {
    const { bought } = await disputed();
    const refused = { code: 'charge_disputed', status: 409 };
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject(refused);
    expect(
      await x.refusal(
        x.rpc(db, admin, 'refund_line', { p_line_id: bought.lines[0], p_cents: 1, p_reason: 'goodwill' }),
      ),
    ).toMatchObject(refused);
    expect(await x.refusal(decide(bought.orderId, 'refund'))).toMatchObject({ code: 'invalid_input' });
    expect(await x.refusal(decide(bought.orderId, 'ended'))).toMatchObject({ code: 'order_closed' });
    const second = await chargedAgain(bought);
    await tell(says(second));
    const [twice] = await db.sql<[{ id: string }]>`
      select id from public.payment_decisions where order_id = ${bought.orderId} and kind = 'duplicate_payment'`;
    const paidTwice = { p_decision_id: twice.id, p_resolution: 'refund' };
    expect(await x.refusal(x.rpc(db, admin, 'resolve_decision', paidTwice))).toMatchObject(refused);
  });

  test('a parent gives the place back; the refund waits, and goes when it is won', async () => {
    const { bought, dispute } = await disputed();
    const view = await after.cancel(db, bought, bought.lines, 69_700);
    expect(view.lines[0]?.status).toBe('cancelled');
    expect(view.refunds).toMatchObject([{ amount_cents: 69_700, status: 'waiting' }]);
    const [mail] = await db.sql`
      select payload -> 'refund_waits' as waits from public.outbox
      where template = 'order_cancelled' and payload ->> 'number' = ${view.number}`;
    expect(mail).toEqual({ waits: true });
    expect(await claimed(bought.orderId)).toBe(0);
    await tell(later(dispute, won));
    expect((await after.view(db, bought)).refunds).toMatchObject([{ status: 'requested' }]);
    expect(await claimed(bought.orderId)).toBe(1);
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'resolved', resolution: 'kept' });
    expect(await after.broken(db)).toEqual([]);
  });

  test('the control: without the open dispute the refund goes at once', async () => {
    const bought = await buy();
    await after.cancel(db, bought, bought.lines, 69_700);
    expect(await claimed(bought.orderId)).toBe(1);
  });

  test('an older answer that is written down later changes nothing; an appeal opens it again', async () => {
    const { bought, dispute } = await disputed();
    await tell(later(dispute, won));
    expect(await tell(dispute)).toEqual({ known: true, changed: false });
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'resolved' });
    await staffRefund(bought.orderId);
    await tell(later(dispute, { status: 'appeal_under_review' }));
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject({ code: 'charge_disputed' });
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'resolved' });
    await tell(later(dispute, won));
  });
});

describe('a lost dispute', () => {
  test('took the money: nothing more goes back, and what still gives access is an odd row', async () => {
    const { bought, dispute } = await disputed();
    await tell(later(dispute, lost));
    expect(await access()).toEqual([bought.orderId]);
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'open' });
    expect(await x.refusal(staffRefund(bought.orderId))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
    const before = await after.view(db, bought);
    expect(before.lines[0]?.can.cancel).toMatchObject({ refund_cents: 0 });

    expect(await decide(bought.orderId, 'ended')).toEqual({ resolved: true });
    expect((await after.view(db, bought)).lines[0]?.status).toBe('cancelled');
    expect(await after.balanceOf(db, bought.lines[0] ?? '')).toBe(0);
    const [seats] = await db.sql`
      select count(*) as n from public.bookings b join public.orders o on o.family_id = b.family_id
      where o.id = ${bought.orderId} and b.status = 'booked'`;
    expect(seats).toEqual({ n: 0 });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.mailsOf(db, bought.orderId)).toContain('order_cancelled');
    expect(await after.broken(db)).toEqual([]);
  });

  test('whose refund waited: the bank has paid, and we do not as well', async () => {
    const { bought, dispute } = await disputed();
    await after.cancel(db, bought, bought.lines, 69_700);
    await tell(later(dispute, lost));
    expect((await after.view(db, bought)).refunds).toMatchObject([{ status: 'by_bank' }]);
    expect(await claimed(bought.orderId)).toBe(0);
    expect(await after.mailsOf(db, bought.orderId)).not.toContain('refund_sent');
    const [refund] = await db.sql<[{ id: string }]>`
      select id from public.refunds where order_id = ${bought.orderId}`;
    expect(await x.refusal(x.rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund.id }))).toMatchObject(
      { code: 'refund_too_much' },
    );
    expect(await access()).toEqual([]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('of a camp that its family gives back afterwards: nothing goes back, and the books are in order', async () => {
    const camp_id = await camps.makeCamp(db, { start: after.day(30) });
    const bought = await after.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    const cancelled = await after.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
    await tell(says(await intentOf(bought), { ...lost, amount_cents: bought.total }));
    await after.cancel(db, bought, bought.lines, 0);
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.broken(db)).toEqual([]);
    // The control: without a dispute that is too little.
    await after.cancel(db, cancelled, cancelled.lines, cancelled.total);
    await db.sql`update public.refunds set amount_cents = amount_cents - 1 where order_id = ${cancelled.orderId}`;
    expect(await odd('refund_differs_from_rules')).toEqual(cancelled.lines);
    await db.sql`update public.refunds set amount_cents = amount_cents + 1 where order_id = ${cancelled.orderId}`;
  });

  test('of a part leaves the rest: what fits in it still goes', async () => {
    const bought = await buy();
    await staffRefund(bought.orderId, 20_000);
    await staffRefund(bought.orderId, 30_000);
    const dispute = says(await intentOf(bought), { amount_cents: 40_000 });
    await tell(dispute);
    expect(await claimed(bought.orderId)).toBe(0);
    await tell(later(dispute, lost));
    expect((await after.refundsOf(db, bought.orderId)).map(({ status }) => status)).toEqual([
      'requested',
      'failed',
    ]);
    expect(await claimed(bought.orderId)).toBe(1);
    expect(await x.refusal(staffRefund(bought.orderId, 9_701))).toMatchObject({ detail: '9700' });
    await decide(bought.orderId, 'ended');
    expect(await after.broken(db)).toEqual([]);
  });

  test('that staff let stand is no odd row; lost again, it is', async () => {
    const { bought, dispute } = await disputed();
    await decide(bought.orderId, 'kept');
    await tell(later(dispute, lost));
    expect(await decisionOf(bought.orderId)).toMatchObject({ status: 'open' });
    expect(await access()).toEqual([bought.orderId]);
    expect(await decide(bought.orderId, 'kept')).toEqual({ resolved: true });
    expect(await access()).toEqual([]);
    await tell(says(dispute.payment_intent, { ...lost, amount_cents: 1 }));
    expect(await access()).toEqual([bought.orderId]);
    await decide(bought.orderId, 'ended');
    expect(await after.broken(db)).toEqual([]);
  });

  test('of a second charge takes nothing away: the booking is paid by the first', async () => {
    const bought = await buy();
    await tell(says(await chargedAgain(bought), lost));
    expect(await access()).toEqual([]);
    await decide(bought.orderId, 'ended');
    expect((await after.view(db, bought)).lines[0]?.status).toBe('placed');
    await staffRefund(bought.orderId);
  });

  test('of what was paid late and not chosen yet leaves nothing to choose, until staff let it stand', async () => {
    const session_id = await after.session(db, after.day(9), 1);
    const bought = await after.buy(db, [{ offer_id: shop.term.id, session_id }], {
      late: true,
      before: () => shop.hold(db, session_id),
    });
    const to = await after.session(db, after.day(10));
    const choose = (p_choice: object) => after.manage(db, bought, 'choose_late', { p_choice });
    const line_id = bought.lines[0];
    const dispute = says(await intentOf(bought));
    await tell(later(dispute, lost));
    for (const choice of [
      { kind: 'move', lines: [{ line_id, session_id: to }] },
      { kind: 'credit' },
      { kind: 'refund' },
    ])
      expect(await x.refusal(choose(choice))).toMatchObject({
        ...{ code: 'charge_disputed', field: 'p_choice', status: 409 },
      });
    expect(await shop.seatsTaken(db, to)).toBe(0);
    expect(await access()).toEqual([]);
    expect(await after.view(db, bought)).toMatchObject({ must_choose: true });

    await decide(bought.orderId, 'kept');
    await choose({ kind: 'move', lines: [{ line_id, session_id: to }] });
    expect(await shop.seatsTaken(db, to)).toBe(1);
    expect(await access()).toEqual([]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('of a place that is to be chosen: it is chosen no more', async () => {
    const camp_id = await camps.makeCamp(db, { start: after.day(37) });
    const gone = await after.session(db, after.day(9), 1);
    const lines = [
      { offer_id: 'tier-spark', camp_id },
      { offer_id: shop.term.id, session_id: gone },
    ];
    const bought = await after.buy(db, lines, { late: true, before: () => shop.hold(db, gone) });
    await after.manage(db, bought, 'choose_late', { p_choice: { kind: 'credit' } });
    await tell(says(await intentOf(bought), { ...lost, amount_cents: 100 }));
    const place = { p_line_id: bought.lines[0], p_camp_id: camp_id };
    expect(await x.refusal(after.manage(db, bought, 'place_credit_line', place))).toMatchObject({
      ...{ code: 'charge_disputed', field: 'p_line_id' },
    });
    await decide(bought.orderId, 'ended');
    expect(await after.broken(db)).toEqual([]);
  });

  test('forced into the tables it is found by the books', async () => {
    const bought = await buy();
    await db.sql`
      insert into public.payment_disputes (provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason,
        provider_status, outcome, closed_at, asked_at)
      select 'dp_forced', payment_intent, id, amount_cents, currency, 'general', 'lost', 'lost', now(), now()
      from public.payments where order_id = ${bought.orderId}`;
    expect(await access()).toEqual([bought.orderId]);
    expect(await odd('dispute_without_decision')).toHaveLength(1);
    await tell(later(says(await intentOf(bought)), { dispute_id: 'dp_forced', ...lost }));
    await decide(bought.orderId, 'ended');
    expect(await after.broken(db)).toEqual([]);
  });
});

describe('heard of before its charge', () => {
  const open = async () => {
    const paid = await shop.checkout(db, await shop.makeSession(db), shop.term);
    return { paid, event: shop.paymentOf(paid) };
  };

  test('it is kept, and meets it', async () => {
    const { paid, event } = await open();
    const dispute = says(event.payment_intent ?? '');
    expect(await tell(dispute)).toEqual({ known: false, changed: true });
    await shop.confirm(db, event);
    expect(await decisionOf(paid.orderId)).toMatchObject({ status: 'open' });
    expect(await x.refusal(staffRefund(paid.orderId))).toMatchObject({ code: 'charge_disputed' });
    await tell(later(dispute, lost));
    expect(await access()).toEqual([paid.orderId]);
    await decide(paid.orderId, 'ended');
  });

  test('and when the charge was known only by its session', async () => {
    const { paid, event } = await open();
    await shop.confirm(db, { ...event, payment_intent: null });
    expect(await tell(says(event.payment_intent ?? ''))).toMatchObject({ known: false });
    await shop.confirm(db, { ...event, event_id: `evt_${randomUUID()}` });
    expect(await decisionOf(paid.orderId)).toMatchObject({ status: 'open' });
  });

  test('at the same moment: one of the two sees the other, thirty times', async () => {
    for (let n = 0; n < 30; n += 1) {
      const { paid, event } = await open();
      await Promise.all([
        shop.confirm(db, event),
        tell(says(event.payment_intent ?? '')),
        shop.confirm(db, event),
      ]);
      expect(await decisionOf(paid.orderId)).toMatchObject({ status: 'open' });
    }
  });

  test('the control: without their common lock they miss each other', async () => {
    const own = await createDatabase();
    try {
      await own.sql.unsafe(
        `create function private.nothing(bigint) returns void language sql set search_path = '' as $$ select $$`,
      );
      for (const name of ['private.meet_disputes()', 'public.record_dispute(jsonb)']) {
        const [{ source }] = await own.sql<[{ source: string }]>`
          select pg_get_functiondef(${name}::regprocedure) as source`;
        await own.sql.unsafe(source.replace('pg_advisory_xact_lock', 'private.nothing'));
      }
      await shop.publish(own);
      const paid = await shop.checkout(own, await shop.makeSession(own), shop.term);
      const event = shop.paymentOf(paid);
      // The dispute looks for the charge while the payment is not yet through.
      await own.sql.begin(async (sql) => {
        await sql`select public.record_dispute(${says(event.payment_intent ?? '') as never})`;
        await shop.confirm(own, event);
      });
      const [row] = await own.sql`select payment_id from public.payment_disputes`;
      expect(row).toEqual({ payment_id: null });
    } finally {
      await own.drop();
    }
  });

  test('of a charge that is never heard of, staff are told by the books', async () => {
    const dispute = says('pi_of_others');
    await tell(dispute);
    expect(await odd('dispute_without_charge')).toEqual([]);
    const [row] = await db.sql<[{ id: string }]>`
      update public.payment_disputes set created_at = now() - interval '2 hours'
      where provider_dispute_id = ${dispute.dispute_id} returning id`;
    expect(await odd('dispute_without_charge')).toEqual([row.id]);
  });
});

test.each([
  ['dispute_id', null],
  ['payment_intent', ''],
  ['amount_cents', -1],
  ['amount_cents', 1.5],
  ['withdrawn_cents', '5'],
  ['outcome', 'maybe'],
  ['status', null],
  ['reason', 7],
  ['currency', null],
  ['asked_at', 'yesterday'],
  ['answer_by', 'soon'],
])('odd news are refused: %s %j', async (field, value) => {
  expect(await x.refusal(tell({ ...says('pi_odd'), [field]: value }))).toMatchObject({
    code: 'invalid_input',
    field,
  });
});

test('only admins read disputes', async () => {
  await disputed();
  const parent = { role: 'authenticated', sub: await x.makeUser(db, 'mei@example.com') } as const;
  const seen = (who: Caller) => db.as(who, (sql) => sql`select id from public.payment_disputes`);
  expect(await seen(parent)).toHaveLength(0);
  expect((await seen(admin)).length).toBeGreaterThan(0);
});
