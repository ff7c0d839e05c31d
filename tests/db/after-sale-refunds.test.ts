import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(
  () =>
    db.sql`update public.refunds set status = 'succeeded', settled_at = now() where status in ('requested', 'pending')`,
);
afterAll(() => db.drop());

const buy = async () =>
  afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
const refund = (bought: afterSale.BoughtOrder, cents: unknown, p_reason: unknown = 'goodwill', who = admin) =>
  refundAsStaff(db, who, { line: bought.lines[0] ?? '' }, cents, { p_reason });
const refundOrder = (bought: afterSale.BoughtOrder, cents: number) =>
  refundAsStaff(db, admin, { order: bought.orderId }, cents);
interface ClaimedRefund {
  id: string;
  payment_intent: string;
  amount_cents: number;
  attempt: number;
  provider_refund_id: string | null;
}
const claim = (p_limit = 10) => rpc<ClaimedRefund[]>(db, service, 'claim_refunds', { p_limit });
const finish = (
  p_id: string | null,
  p_provider_id: string | null,
  p_status: string | null,
  p_error?: string,
) =>
  rpc<{ known: boolean; changed: boolean }>(db, service, 'finish_refund', {
    p_id,
    p_provider_id,
    p_status,
    p_error: p_error ?? null,
  });
const readRow = async (id: string) =>
  (
    await db.sql`select status, attempts, last_error, provider_refund_id as provider, requested_by as by,
    settled_at is not null as settled from public.refunds where id = ${id}`
  )[0];
const lapseLeases = () => db.sql`update public.refunds set leased_until = clock_timestamp()`;

describe('refunds by staff', () => {
  test('staff can refund an amount in several steps, but never more than was charged', async () => {
    const bought = await buy();
    const { refund_id } = await refund(bought, 30000);
    expect(await readRow(refund_id)).toMatchObject({ status: 'requested', by: admin.sub });
    await refundOrder(bought, 39000);
    expect(await refusal(refund(bought, 701))).toMatchObject({
      code: 'refund_too_much',
      field: 'p_cents',
      detail: '700',
    });
    expect(await refusal(refund(bought, 39701))).toMatchObject({ code: 'refund_too_much', detail: '700' });
    await refund(bought, 700);
    expect(await refusal(refundOrder(bought, 1))).toMatchObject({ code: 'refund_too_much', detail: '0' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('staff may add a reason, which is in the order’s history and is erased with the order’s personal data', async () => {
    const bought = await buy();
    const line = { line: bought.lines[0] ?? '' };
    await refundAsStaff(db, admin, line, 1000, { p_note: 'Kai was ill on both days' });
    const notes = async () => {
      const { events } = await rpc<{ events: { kind: string; about: string; who: string }[] }>(
        db,
        admin,
        'get_order_details',
        { p_order_id: bought.orderId },
      );
      return events.filter(({ kind }) => kind === 'refund_note').map(({ about }) => about);
    };
    expect(await notes()).toEqual(['Kai was ill on both days']);
    expect(await refusal(refundAsStaff(db, admin, line, 1000, { p_note: 'x'.repeat(201) }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_note',
    });
    await db.sql`select private.forget_orders(array[${bought.orderId}]::uuid[])`;
    expect(await notes()).toEqual([]);
  });

  test('parallel refunds cannot exceed the charge either', async () => {
    const bought = await buy();
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => refund(bought, 69700),
      () => refund(bought, 69700),
      () => refundOrder(bought, 69700),
    ]);
    expect([won.length, lost]).toEqual([1, ['refund_changed', 'refund_changed']]);
  });

  test.each<[string, unknown, unknown, string]>([
    ['nothing', 0, 'goodwill', 'p_cents'],
    ['less', -5, 'goodwill', 'p_cents'],
    ['no amount', null, 'goodwill', 'p_cents'],
    ['no reason', 5, null, 'p_reason'],
    ['another reason', 5, 'mismatch', 'p_reason'],
  ])('staff cannot request a refund of %s', async (_, cents, reason, field) => {
    expect(await refusal(refund(await buy(), cents, reason))).toMatchObject({ code: 'invalid_input', field });
  });

  test('only admins can refund, and only a line or order that exists and is paid', async () => {
    const bought = await buy();
    const coach: Caller = {
      role: 'authenticated',
      sub: await makeUser(db, 'coach@example.test', ['coach']),
    };
    expect(await refusal(refund(bought, 5, 'goodwill', coach))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
    expect(await refusal(refund({ ...bought, lines: [crypto.randomUUID()] }, 5))).toMatchObject({
      code: 'line_not_found',
    });
    expect(await refusal(refundOrder({ ...bought, orderId: crypto.randomUUID() }, 5))).toMatchObject({
      code: 'order_not_found',
    });
    const unpaid = await shop.openCheckout(
      db,
      await afterSale.makeSession(db, afterSale.dateIn(20)),
      shop.term,
    );
    expect(await refusal(refundOrder({ ...bought, orderId: unpaid.orderId }, 5))).toMatchObject({
      code: 'refund_too_much',
    });
  });
});

describe('one worker gets each refund, and another worker gets it when the lease has ended', () => {
  test('each refund goes to one worker, and to another when its lease has ended', async () => {
    const bought = await buy();
    const ids = [(await refund(bought, 100)).refund_id, (await refund(bought, 200)).refund_id];
    const both = await Promise.all([claim(1), claim(1)]);
    expect(
      both
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
    expect(both.flat()[0]).toMatchObject({
      attempt: 1,
      provider_refund_id: null,
      payment_intent: expect.stringMatching(/^pi_/) as string,
    });
    expect(await claim()).toEqual([]);
    await lapseLeases();
    expect((await claim()).map(({ attempt }) => attempt)).toEqual([2, 2]);
  });

  test('a sent refund is settled by the first report, and the parent gets one mail', async () => {
    const bought = await buy();
    const { refund_id } = await refund(bought, 100);
    await claim();
    expect(await finish(refund_id, 're_1', 'pending')).toEqual({ known: true, changed: true });
    expect(await claim()).toEqual([]);
    await lapseLeases();
    expect(await claim()).toMatchObject([{ provider_refund_id: 're_1' }]);
    const answers = await Promise.all([
      finish(null, 're_1', 'succeeded'),
      finish(refund_id, 're_1', 'succeeded'),
      finish(refund_id, 're_1', 'succeeded'),
    ]);
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await finish(refund_id, 're_1', 'pending')).toEqual({ known: true, changed: false });
    expect(await readRow(refund_id)).toMatchObject({ status: 'succeeded', provider: 're_1', settled: true });
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed', 'refund_sent']);
    const [mail] = await db.sql`
      select payload -> 'refund' as refund, payload ->> 'number' is not null as order from public.outbox
      where key = ${`refund_sent:${refund_id}`}`;
    expect(mail).toEqual({
      refund: { cents: 100, parts: [{ method: 'online', cents: 100 }], line_ids: bought.lines },
      order: true,
    });
  });

  test('a refund that could not be sent waits, and a failed one is left to staff, even if it had succeeded before', async () => {
    const bought = await buy();
    const { refund_id } = await refund(bought, 69700);
    await claim();
    await finish(refund_id, null, null, 'timeout');
    expect(await readRow(refund_id)).toMatchObject({
      status: 'requested',
      last_error: 'timeout',
      settled: false,
    });
    expect(await claim()).toEqual([]);
    await finish(refund_id, 're_2', 'succeeded');
    expect(await finish(refund_id, 're_2', 'failed', 'account closed')).toEqual({
      known: true,
      changed: true,
    });
    expect(await finish(refund_id, 're_2', 'succeeded')).toEqual({ known: true, changed: false });
    expect(await readRow(refund_id)).toMatchObject({ status: 'failed', last_error: 'account closed' });
    await lapseLeases();
    expect(await claim()).toEqual([]);
    const byHand = () => rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund_id });
    expect(await Promise.all([byHand(), byHand()])).toEqual(
      expect.arrayContaining([{ settled: true }, { settled: false }]) as unknown,
    );
    expect(await readRow(refund_id)).toMatchObject({ status: 'succeeded' });
  });

  test('a failed refund that was then paid in another way cannot be paid again by hand', async () => {
    const bought = await buy();
    const { refund_id } = await refund(bought, 69700);
    await finish(refund_id, 're_4', 'failed');
    await refund(bought, 69700);
    expect(await refusal(rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund_id }))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
  });

  test('an unknown refund is ignored, and an unknown status is refused', async () => {
    expect(await finish(null, 're_unknown', 'succeeded')).toEqual({ known: false, changed: false });
    expect(await finish(null, null, 'succeeded')).toEqual({ known: false, changed: false });
    expect(await refusal(finish(null, 're_1', 'lost'))).toMatchObject({
      code: 'invalid_input',
      field: 'p_status',
    });
  });
});

describe('the refund of a payment at the desk', () => {
  test('an admin pays the refund by hand, and the provider never does', async () => {
    const bought = await buy();
    await db.sql`update public.payments set provider = 'desk', method = 'cash' where order_id = ${bought.orderId}`;
    const { refund_id } = await refund(bought, 5000);
    expect(await claim()).toEqual([]);
    expect(await rpc(db, admin, 'settle_desk_refund', { p_refund_id: refund_id })).toEqual({
      settled: true,
    });
    expect(await readRow(refund_id)).toMatchObject({ status: 'succeeded' });
    const [mail] =
      await db.sql`select payload -> 'refund' as refund from public.outbox where key = ${`refund_sent:${refund_id}`}`;
    expect(mail).toEqual({
      refund: { cents: 5000, parts: [{ method: 'cash', cents: 5000 }], line_ids: bought.lines },
    });
  });

  test('an admin cannot settle the refund by hand while the provider is still paying it', async () => {
    const { refund_id } = await refund(await buy(), 5000);
    const settle = (p_refund_id: string, who = admin) => rpc(db, who, 'settle_desk_refund', { p_refund_id });
    expect(await refusal(settle(refund_id))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(settle(crypto.randomUUID()))).toMatchObject({
      code: 'refund_not_found',
      status: 404,
    });
    const nobody: Caller = { role: 'authenticated', sub: await makeUser(db, 'nobody@example.test') };
    expect(await refusal(settle(refund_id, nobody))).toMatchObject({ code: 'not_allowed' });
  });
});

test('after its personal data were erased, an order can be refunded and no mail is sent', async () => {
  const bought = await buy();
  const { refund_id } = await refund(bought, 100);
  await db.sql`select private.forget_orders(array[${bought.orderId}]::uuid[])`;
  expect(await finish(refund_id, 're_5', 'succeeded')).toEqual({ known: true, changed: true });
  expect(await db.sql`select 1 from public.outbox where key = ${`refund_sent:${refund_id}`}`).toHaveLength(0);
});
