import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { PERIOD_END, paidInvoice } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, visitor } from '#support/sql.ts';
import {
  buyFlexi,
  flexi,
  unmatchedCharges,
  readPasses,
  callAsServer,
  buySubscription,
} from '#support/sql-subscriptions.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, flexi]);
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
});
afterAll(() => db.drop());

const readStatus = async (subscription: string) =>
  (
    await db.sql<{ status: string; current_period_end: string }[]>`
      select status, private.iso(current_period_end) as current_period_end
      from public.pass_subscriptions where provider_subscription_id = ${subscription}`
  )[0];
const mails = (template: string, email = shop.details.parent.email) =>
  db.sql<{ key: string; payload: Record<string, unknown> }[]>`
    select key, payload from public.outbox where template = ${template} and recipient = ${email}`;

describe('the start of a subscription', () => {
  test('a subscription begins once after the first payment, however often that is reported', async () => {
    const { answer, start, subscription } = await buySubscription(db);
    expect(answer).toMatchObject({ started: true });
    const again = await Promise.all([1, 2, 3].map(() => callAsServer(db, 'start_subscription', start)));
    expect(again).toEqual(Array(3).fill({ id: answer.id, started: false }));
    expect(await readStatus(subscription)).toMatchObject({ status: 'active' });
    const first = paidInvoice(subscription, { invoice_id: start.invoice_id, billing_reason: null });
    expect(await callAsServer(db, 'record_renewal', first)).toMatchObject({ result: 'already_confirmed' });
  });

  test('a subscription does not begin for an unpaid order, a line that does not renew, or a line of another subscription', async () => {
    const { start, subscription } = await buySubscription(db);
    const open = await shop.hold(db, await shop.makeSession(db, { inDays: 10 }), { offer: flexi });
    const [line] = await db.sql<[{ id: string }]>`
      select l.id from public.order_lines l join public.orders o on o.id = l.order_id where o.secret = ${open.secret}`;
    const tryout = await buyFlexi(db, shop.tryout);
    const begin = (more: object) =>
      refusal(
        callAsServer(db, 'start_subscription', { ...start, subscription_id: `sub_${randomUUID()}`, ...more }),
      );
    expect(await begin({ order_line_id: line.id })).toMatchObject({ code: 'order_closed' });
    expect(await begin({ order_line_id: tryout.id })).toMatchObject({ code: 'order_closed' });
    expect(await begin({})).toMatchObject({ code: 'subscription_exists' });
    expect(
      await begin({ order_line_id: (await buyFlexi(db)).id, subscription_id: subscription }),
    ).toMatchObject({
      code: 'subscription_exists',
    });
    expect(await begin({ order_line_id: randomUUID() })).toMatchObject({ code: 'order_not_found' });
  });
});

describe('a renewal', () => {
  test('a renewal creates an order with a payment, a pass for the period and a receipt', async () => {
    const { subscription, family } = await buySubscription(db);
    const event = paidInvoice(subscription);
    const answer = await callAsServer<{ result: string; number: string }>(db, 'record_renewal', event);
    expect(answer).toEqual({ result: 'confirmed', number: expect.stringMatching(/^OT-/) as string });
    expect((await readPasses(db, family))[1]).toEqual({
      valid_from: '2027-01-02',
      valid_until: '2027-01-30',
      credits: 4,
    });
    expect(await readStatus(subscription)).toEqual({
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
    expect(await unmatchedCharges(db)).toEqual([]);
  });

  test('the same event four times at once, or the same invoice in another event, changes nothing more', async () => {
    const { subscription, family } = await buySubscription(db);
    const event = paidInvoice(subscription);
    const results = await Promise.all(
      Array.from({ length: 4 }, () => callAsServer<{ result: string }>(db, 'record_renewal', event)),
    );
    expect(results.map(({ result }) => result).sort()).toEqual([
      'already_confirmed',
      'already_confirmed',
      'already_confirmed',
      'confirmed',
    ]);
    const others = await Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        callAsServer(db, 'record_renewal', {
          ...event,
          event_id: `evt_${randomUUID()}`,
          ...(n > 0 && { payment_intent: null }),
        }),
      ),
    );
    for (const other of others) expect(other).toMatchObject({ result: 'already_confirmed' });
    expect(await readPasses(db, family)).toHaveLength(2);
    expect(await unmatchedCharges(db)).toEqual([]);
  });

  test.each([
    ['another amount', { amount_cents: 16_699 }, 'mismatch'],
    ['another currency', { currency: 'usd' }, 'mismatch'],
    ['nothing', { amount_cents: 0 }, 'mismatch'],
  ])('a renewal of %s waits for staff', async (_, more, result) => {
    const { subscription, family } = await buySubscription(db);
    const event = paidInvoice(subscription, more);
    expect(await callAsServer(db, 'record_renewal', event)).toMatchObject({ result });
    expect(await callAsServer(db, 'record_renewal', event)).toMatchObject({ result });
    const decisions = await db.sql`
      select d.kind from public.payment_decisions d join public.payments p on p.id = d.payment_id
      where p.invoice_id = ${event.invoice_id}`;
    expect([...decisions]).toEqual([{ kind: result }]);
    expect(await readPasses(db, family)).toHaveLength(1);
    expect(await unmatchedCharges(db)).toEqual([]);
  });

  test('a renewal of an unknown subscription waits for staff, and the first invoice belongs to the original order', async () => {
    expect(await callAsServer(db, 'record_renewal', paidInvoice('sub_nobody'))).toEqual({
      result: 'unknown_order',
    });
    const first = paidInvoice('sub_early', { billing_reason: 'subscription_create' });
    expect(await callAsServer(db, 'record_renewal', first)).toEqual({ result: 'first_payment' });
    expect([...(await db.sql`select from public.payments where invoice_id = ${first.invoice_id}`)]).toEqual(
      [],
    );
    expect(await unmatchedCharges(db)).toEqual([]);
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
    ['period_end', PERIOD_END],
    ['period_end', null],
  ])('%s %j is refused, and nothing is written', async (field, value) => {
    const before = await countRows(db, 'payment_events');
    expect(
      await refusal(callAsServer(db, 'record_renewal', paidInvoice('sub_x', { [field]: value }))),
    ).toMatchObject({
      code: 'invalid_input',
      field,
    });
    expect(await countRows(db, 'payment_events')).toBe(before);
  });
});

describe('a renewal that is not paid', () => {
  const failure = (subscription: string, invoiceId: string, attempt = 1) => ({
    subscription_id: subscription,
    invoice_id: invoiceId,
    attempt,
    next_attempt_at: '2027-01-05T00:00:00Z',
  });

  test('the subscription is past due, the parent gets one mail per attempt, and a payment resolves it', async () => {
    const { subscription, orderId } = await buySubscription(db);
    const event = paidInvoice(subscription);
    const readMails = async () =>
      (await mails('payment_problem'))
        .filter(({ key }) => key.includes(event.invoice_id))
        .map(({ key }) => key);
    const first = failure(subscription, event.invoice_id);
    const answers = await Promise.all([1, 2, 3].map(() => callAsServer(db, 'record_renewal_failure', first)));
    expect(answers).toEqual(Array(3).fill({ status: 'past_due' }));
    expect(await readMails()).toHaveLength(1);
    // The mail has a link to the order whose card has to be changed. The mail and the link are made once.
    const [mail] = (await mails('payment_problem')).filter(({ key }) => key.includes(event.invoice_id));
    const found = await callAs<{ status: string }>(db, visitor, 'find_renewal', {
      token: mail?.payload['manage_token'],
    });
    expect(found).toMatchObject({ status: 'past_due' });
    const links = () =>
      db.sql`select 1 from public.order_links where order_id = ${orderId} and purpose = 'manage'`;
    expect(await links()).toHaveLength(2);
    await callAsServer(db, 'record_renewal_failure', failure(subscription, event.invoice_id, 2));
    expect(await readMails()).toHaveLength(2);
    await callAsServer(db, 'record_renewal', event);
    expect(await readStatus(subscription)).toMatchObject({ status: 'active' });
    expect(
      await callAsServer(db, 'record_renewal_failure', failure(subscription, event.invoice_id, 3)),
    ).toEqual({
      status: 'active',
    });
    expect(await readMails()).toHaveLength(2);
  });

  test('a report for an unknown subscription is refused, and so are invalid values', async () => {
    const { subscription } = await buySubscription(db);
    const attempt = (more: object) =>
      refusal(callAsServer(db, 'record_renewal_failure', { ...failure(subscription, 'in_1'), ...more }));
    expect(await attempt({ subscription_id: 'sub_nobody' })).toMatchObject({
      code: 'subscription_not_found',
      status: 404,
    });
    expect(await attempt({ attempt: 0 })).toMatchObject({ field: 'attempt' });
    expect(await attempt({ next_attempt_at: 'soon' })).toMatchObject({ field: 'next_attempt_at' });
    expect(await attempt({ invoice_id: null })).toMatchObject({ field: 'invoice_id' });
  });
});
