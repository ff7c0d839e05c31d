import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ManagedOrder } from '../../supabase/functions/_shared/contract/after-sale.ts';
import * as after from '../support/sql-after.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as d from '../support/sql-details.ts';
import { END, invoice } from '../support/sql-renewals.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
const flexi = { ...shop.tryout, id: 'pass-flexi', price_cents: 16_700, sessions: 4, validity_days: 28 };
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, flexi]);
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
});
afterAll(() => db.drop());

const rpc = <T = Record<string, unknown>>(name: string, body: unknown) =>
  d.call<T>(db, x.service, name, body);

/** A paid order whose line renews itself. */
async function bought(offer = flexi) {
  const paid = await shop.checkout(db, await shop.makeSession(db, { inDays: 10 }), offer);
  await shop.confirm(db, shop.paymentOf(paid));
  const [line] = await db.sql<[{ id: string; family: string; child: string }]>`
    select l.id, o.family_id as family, c.child_id as child from public.orders o
    join public.order_lines l on l.order_id = o.id join public.order_children c on c.order_id = o.id
    where o.id = ${paid.orderId}`;
  return { ...line, orderId: paid.orderId };
}

async function started() {
  const first = await bought();
  const subscription = `sub_${randomUUID()}`;
  const start = {
    order_line_id: first.id,
    subscription_id: subscription,
    current_period_end: END,
    invoice_id: `in_first_${subscription}`,
  };
  const answer = await rpc<{ id: string; started: boolean }>('start_subscription', start);
  return { ...first, subscription, start, answer };
}

const statusOf = async (subscription: string) =>
  (
    await db.sql<{ status: string; current_period_end: string }[]>`
      select status, private.iso(current_period_end) as current_period_end
      from public.pass_subscriptions where provider_subscription_id = ${subscription}`
  )[0];
const passesOf = (family: string) =>
  db.sql<{ valid_from: string; valid_until: string; credits: number }[]>`
    select valid_from::text, valid_until::text, private.credits_left(id) as credits
    from public.passes where family_id = ${family} order by valid_from`;
const mails = (template: string, email = shop.details.parent.email) =>
  db.sql<{ key: string; payload: Record<string, unknown> }[]>`
    select key, payload from public.outbox where template = ${template} and recipient = ${email}`;

/** Every charge belongs to one live order, or to an open decision. */
async function homeless() {
  return [
    ...(await db.sql`
      select p.payment_intent from public.payments p left join public.orders o on o.id = p.order_id
      where (o.id is null or o.status not in ('paid', 'paid_late'))
        and not exists (select from public.payment_decisions d where d.payment_id = p.id)`),
    ...(await db.sql`
      select order_id from public.payments p
      where not exists (select from public.payment_decisions d where d.payment_id = p.id)
      group by order_id having count(*) > 1`),
  ];
}

describe('a subscription', () => {
  test('begins after the first payment, once, however often it is said', async () => {
    const { answer, start, subscription } = await started();
    expect(answer).toMatchObject({ started: true });
    const again = await Promise.all([1, 2, 3].map(() => rpc('start_subscription', start)));
    expect(again).toEqual(Array(3).fill({ id: answer.id, started: false }));
    expect(await statusOf(subscription)).toMatchObject({ status: 'active' });
    const first = invoice(subscription, { invoice_id: start.invoice_id, billing_reason: null });
    expect(await rpc('record_renewal', first)).toMatchObject({ result: 'already_confirmed' });
  });

  test('not of an unpaid order, a line that does not renew, or a line of another subscription', async () => {
    const { start, subscription } = await started();
    const open = await shop.hold(db, await shop.makeSession(db, { inDays: 10 }), { offer: flexi });
    const [line] = await db.sql<[{ id: string }]>`
      select l.id from public.order_lines l join public.orders o on o.id = l.order_id where o.secret = ${open.secret}`;
    const tryout = await bought(shop.tryout);
    const begin = (more: object) =>
      x.refusal(rpc('start_subscription', { ...start, subscription_id: `sub_${randomUUID()}`, ...more }));
    expect(await begin({ order_line_id: line.id })).toMatchObject({ code: 'order_closed' });
    expect(await begin({ order_line_id: tryout.id })).toMatchObject({ code: 'order_closed' });
    expect(await begin({})).toMatchObject({ code: 'subscription_exists' });
    expect(await begin({ order_line_id: (await bought()).id, subscription_id: subscription })).toMatchObject({
      code: 'subscription_exists',
    });
    expect(await begin({ order_line_id: randomUUID() })).toMatchObject({ code: 'order_not_found' });
  });
});

describe('a renewal', () => {
  test('is an order with a payment, a pass for the period and a receipt', async () => {
    const { subscription, family } = await started();
    const event = invoice(subscription);
    const answer = await rpc<{ result: string; number: string }>('record_renewal', event);
    expect(answer).toEqual({ result: 'confirmed', number: expect.stringMatching(/^OT-/) as string });
    expect((await passesOf(family))[1]).toEqual({
      valid_from: '2027-01-02',
      valid_until: '2027-01-30',
      credits: 4,
    });
    expect(await statusOf(subscription)).toEqual({
      status: 'active',
      current_period_end: '2027-01-30T00:00:00.000Z',
    });
    const [order] = await db.sql`
      select o.status, o.channel, o.total_cents, o.family_id, p.amount_cents, p.invoice_id
      from public.orders o join public.payments p on p.order_id = o.id where o.number = ${answer.number}`;
    expect(order).toEqual({
      status: 'paid',
      channel: 'renewal',
      total_cents: 16_700,
      family_id: family,
      amount_cents: 16_700,
      invoice_id: event.invoice_id,
    });
    const sent = (await mails('renewal_paid')).filter(({ payload }) => payload.number === answer.number);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.payload).toMatchObject({
      total_cents: 16_700,
      lines: [{ title: 'pass-flexi', sessions: 4 }],
    });
    expect(await homeless()).toEqual([]);
  });

  test('the same event four times at once, and the same invoice in another event, change nothing more', async () => {
    const { subscription, family } = await started();
    const event = invoice(subscription);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => rpc<{ result: string }>('record_renewal', event)),
    );
    expect(results.map(({ result }) => result).sort()).toEqual([
      'already_confirmed',
      'already_confirmed',
      'already_confirmed',
      'confirmed',
    ]);
    const others = await Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        rpc('record_renewal', {
          ...event,
          event_id: `evt_${randomUUID()}`,
          ...(n > 0 && { payment_intent: null }),
        }),
      ),
    );
    for (const other of others) expect(other).toMatchObject({ result: 'already_confirmed' });
    expect(await passesOf(family)).toHaveLength(2);
    expect(await homeless()).toEqual([]);
  });

  test.each([
    ['another amount', { amount_cents: 16_699 }, 'mismatch'],
    ['another currency', { currency: 'usd' }, 'mismatch'],
    ['nothing', { amount_cents: 0 }, 'mismatch'],
  ])('of %s waits for staff', async (_, more, result) => {
    const { subscription, family } = await started();
    const event = invoice(subscription, more);
    expect(await rpc('record_renewal', event)).toMatchObject({ result });
    expect(await rpc('record_renewal', event)).toMatchObject({ result });
    const decisions = await db.sql`
      select d.kind from public.payment_decisions d join public.payments p on p.id = d.payment_id
      where p.invoice_id = ${event.invoice_id}`;
    expect([...decisions]).toEqual([{ kind: result }]);
    expect(await passesOf(family)).toHaveLength(1);
    expect(await homeless()).toEqual([]);
  });

  test('of a subscription nobody knows waits for staff; the first invoice is the order’s own', async () => {
    expect(await rpc('record_renewal', invoice('sub_nobody'))).toEqual({ result: 'unknown_order' });
    const first = invoice('sub_early', { billing_reason: 'subscription_create' });
    expect(await rpc('record_renewal', first)).toEqual({ result: 'first_payment' });
    expect([...(await db.sql`select from public.payments where invoice_id = ${first.invoice_id}`)]).toEqual(
      [],
    );
    expect(await homeless()).toEqual([]);
  });

  test.each([
    ['event_id', null],
    ['event_id', ''],
    ['subscription_id', 5],
    ['invoice_id', 'x'.repeat(201)],
    ['amount_cents', -1],
    ['amount_cents', 1.5],
    ['amount_cents', '16700'],
    ['currency', null],
    ['period_start', '2027-01-02'],
    ['period_start', '2027-13-02T00:00:00Z'],
    ['period_end', END],
    ['period_end', null],
  ])('%s %j is refused, and nothing is written', async (field, value) => {
    const before = await x.countRows(db, 'payment_events');
    expect(await x.refusal(rpc('record_renewal', invoice('sub_x', { [field]: value })))).toMatchObject({
      code: 'invalid_input',
      field,
    });
    expect(await x.countRows(db, 'payment_events')).toBe(before);
  });
});

describe('a renewal that is not paid', () => {
  const failure = (subscription: string, invoiceId: string, attempt = 1) => ({
    subscription_id: subscription,
    invoice_id: invoiceId,
    attempt,
    next_attempt_at: '2027-01-05T00:00:00Z',
  });

  test('is past due, and the parent is told once per attempt; paying makes it good', async () => {
    const { subscription, orderId } = await started();
    const event = invoice(subscription);
    const told = async () =>
      (await mails('payment_problem'))
        .filter(({ key }) => key.includes(event.invoice_id))
        .map(({ key }) => key);
    const first = failure(subscription, event.invoice_id);
    const answers = await Promise.all([1, 2, 3].map(() => rpc('record_renewal_failure', first)));
    expect(answers).toEqual(Array(3).fill({ status: 'past_due' }));
    expect(await told()).toHaveLength(1);
    // The mail's link opens the order whose card is to be changed; made once, as the mail.
    const [mail] = (await mails('payment_problem')).filter(({ key }) => key.includes(event.invoice_id));
    const found = await d.call<{ status: string }>(db, x.visitor, 'find_renewal', {
      token: mail?.payload['manage_token'],
    });
    expect(found).toMatchObject({ status: 'past_due' });
    const links = () =>
      db.sql`select 1 from public.order_links where order_id = ${orderId} and purpose = 'manage'`;
    expect(await links()).toHaveLength(2);
    await rpc('record_renewal_failure', failure(subscription, event.invoice_id, 2));
    expect(await told()).toHaveLength(2);
    await rpc('record_renewal', event);
    expect(await statusOf(subscription)).toMatchObject({ status: 'active' });
    expect(await rpc('record_renewal_failure', failure(subscription, event.invoice_id, 3))).toEqual({
      status: 'active',
    });
    expect(await told()).toHaveLength(2);
  });

  test('of somebody unknown is refused, and so is nonsense', async () => {
    const { subscription } = await started();
    const attempt = (more: object) =>
      x.refusal(rpc('record_renewal_failure', { ...failure(subscription, 'in_1'), ...more }));
    expect(await attempt({ subscription_id: 'sub_nobody' })).toMatchObject({
      code: 'subscription_not_found',
      status: 404,
    });
    expect(await attempt({ attempt: 0 })).toMatchObject({ field: 'attempt' });
    expect(await attempt({ next_attempt_at: 'soon' })).toMatchObject({ field: 'next_attempt_at' });
    expect(await attempt({ invoice_id: null })).toMatchObject({ field: 'invoice_id' });
  });
});

describe('the end', () => {
  const withRules = () =>
    after.sellWithRules(db, [
      { days_after_purchase: 7, percent: 100 },
      { hours_before: 24, percent: 10 },
    ]);
  const managed = async (order_id: string) =>
    v.parse(ManagedOrder, await x.rpc(db, x.service, 'get_managed_order', { p_access: { order_id } }))
      .lines[0];
  const found = (order_id: string) => x.rpc(db, x.service, 'find_renewal', { p_access: { order_id } });
  const cancel = (id: string, p_cancel = true) =>
    x.rpc(db, x.service, 'cancel_at_period_end', { p_subscription_id: id, p_cancel });
  const end = (id: string) => x.rpc(db, x.service, 'end_subscription', { p_subscription_id: id });

  test('comes with the period, or not after all; then for good', async () => {
    const { subscription, family } = await started();
    expect(await cancel(subscription)).toMatchObject({ status: 'cancelling' });
    expect(await cancel(subscription, false)).toMatchObject({ status: 'active' });
    await cancel(subscription);
    expect(await end(subscription)).toEqual({ status: 'ended' });
    expect(await end(subscription)).toEqual({ status: 'ended' });
    expect(await cancel(subscription, false)).toMatchObject({ status: 'ended' });
    // News of a period before the end that come late: paid, so given.
    expect(
      await rpc('record_renewal', invoice(subscription, { period_start: '2026-10-01T00:00:00Z' })),
    ).toMatchObject({ result: 'confirmed' });
    expect(
      await rpc(
        'record_renewal',
        invoice(subscription, { period_start: '2090-01-01T00:00:00Z', period_end: '2090-01-29T00:00:00Z' }),
      ),
    ).toMatchObject({ result: 'mismatch' });
    expect(await passesOf(family)).toHaveLength(2);
    expect(await homeless()).toEqual([]);
  });

  test('with a pass that is given back: no charge any more, and one that comes all the same waits for staff', async () => {
    await withRules();
    const { subscription, family, orderId, id } = await started();
    const first = await managed(orderId);
    expect(first?.can.cancel).toEqual({
      refund_cents: 16_700,
      sessions: { total: 4, unused: 4 },
      ends_renewal: true,
    });
    expect(await found(orderId)).toMatchObject({ status: 'active' });
    await x.rpc(db, x.service, 'cancel_lines', {
      p_access: { order_id: orderId },
      p_line_ids: [id],
      p_seen_refund_cents: 16_700,
    });
    expect(await found(orderId)).toMatchObject({ status: 'ended' });
    const work = await x.rpc<{ end: string[] }>(db, x.service, 'list_renewal_work');
    expect(work.end).toContain(subscription);
    expect(await rpc('record_renewal', invoice(subscription))).toMatchObject({ result: 'mismatch' });
    expect(await passesOf(family)).toEqual([expect.objectContaining({ credits: 0 })]);
    await end(subscription);
    expect(await homeless()).toEqual([]);
  });

  test('a renewal is no purchase: only the first period gives back by days', async () => {
    await withRules();
    const { subscription, orderId } = await started();
    await rpc('record_renewal', invoice(subscription));
    const [renewal] = await db.sql<[{ id: string; rules: unknown }]>`
      select o.id, l.refund_rules as rules from public.orders o join public.order_lines l on l.order_id = o.id
      join public.pass_subscriptions s on s.family_id = o.family_id and s.offer_id = l.offer_id
      where o.channel = 'renewal' and s.provider_subscription_id = ${subscription} order by o.created_at desc limit 1`;
    expect(renewal.rules).toEqual([{ hours_before: 24, percent: 10 }]);
    expect((await managed(renewal.id))?.can.cancel).toEqual({
      refund_cents: 1670,
      sessions: { total: 4, unused: 4 },
      ends_renewal: true,
    });
    // The first one's renewal goes on with the second.
    expect((await managed(orderId))?.can.cancel).toEqual({
      refund_cents: 16_700,
      sessions: { total: 4, unused: 4 },
    });
  });

  test('an unknown subscription is refused; a family is not erased while its card is charged', async () => {
    expect(await x.refusal(cancel('sub_nobody'))).toMatchObject({ code: 'subscription_not_found' });
    expect(await x.refusal(end('sub_nobody'))).toMatchObject({ code: 'subscription_not_found' });
    const { subscription, family } = await started();
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${family}`;
    const erase = () => x.rpc(db, x.service, 'erase_family', { p_family_id: family, p_give_up: true });
    expect(await x.refusal(erase())).toMatchObject({ code: 'family_in_use', field: 'pass_subscriptions' });
    await end(subscription);
    await expect(erase()).resolves.toMatchObject({ erased: true });
  });

  test('none of it is for browsers', async () => {
    const { who } = { who: await d.makeParent(db, 'curious@example.test') };
    for (const name of ['start_subscription', 'record_renewal', 'record_renewal_failure']) {
      expect(await x.sqlState(d.call(db, who, name, {}))).toBe('42501');
      expect(await x.sqlState(d.call(db, x.visitor, name, {}))).toBe('42501');
    }
  });
});
