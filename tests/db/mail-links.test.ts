import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, refusal, rpc, service, visitor } from '#support/sql.ts';

// Tests that a mail has the secrets that open an order or a waitlist entry only until it is sent.
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(async () => {
  await db.sql`delete from public.outbox`;
  await db.sql`delete from public.outbox_pace`;
});
afterAll(() => db.drop());

interface Mail {
  id: string;
  template: string;
  payload: Record<string, string | undefined>;
}
/** Claims all waiting mails, as a sender does. */
const claim = () => rpc<Mail[]>(db, service, 'claim_outbox', { p_limit: 100 });
const finish = (p_id: string, p_error: string | null = null) =>
  rpc(db, service, 'finish_outbox', { p_id, p_error });
const openOrder = (token: string | undefined) =>
  rpc<{ order_id: string }>(db, visitor, 'get_managed_order', { p_access: { token } });
const resend = (p_id: string) => rpc<{ queued: boolean }>(db, service, 'resend_mail', { p_id });
const askAnew = async ({ orderId }: afterSale.BoughtOrder) => {
  const [row] = await db.sql<[{ number: string }]>`select number from public.orders where id = ${orderId}`;
  await rpc(db, visitor, 'request_order_link', {
    p_number: row.number,
    p_email: shop.details.parent.email,
  });
  await rpc(db, service, 'queue_lost_links');
};
const buy = async (late = false) => {
  const session_id = await shop.makeSession(db);
  const offer_id = shop.term.id;
  return afterSale.buy(
    db,
    [{ offer_id, session_id }],
    late ? { isLate: late, beforePayment: () => shop.hold(db, session_id) } : {},
  );
};

/** Collects the tokens and secrets that somebody who reads the mails or the tables could use. */
async function readKeys(mails: Mail[]): Promise<string[]> {
  const rows = await db.sql<{ key: string }[]>`
    select secret::text as key from public.orders
    union select secret::text from public.waitlist_entries
    union select private.confirm_token(e) from public.waitlist_entries e`;
  const secrets = mails.flatMap(({ payload }) => [
    ...[payload['manage_token'], payload['choice_token']],
    ...Object.values((payload['manage_tokens'] ?? {}) as Record<string, string>),
  ]);
  return [...rows.map(({ key }) => key), ...secrets.filter((token) => token !== undefined)];
}
const findKeys = async (all: string[]) => {
  const rows = await db.sql<{ text: string }[]>`select to_jsonb(o)::text as text from public.outbox o`;
  return all.filter((key) => rows.some(({ text }) => text.includes(key)));
};

test('a sent mail keeps no link key, whatever its template, but a failed one keeps its keys for the next attempt', async () => {
  const bought = await buy();
  await buy(true);
  await askAnew(bought);
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  await waitlists.offerWaitingSpots(db);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
  const off = await buy();
  const [place] = await db.sql<[{ id: string }]>`
    select session_id as id from public.order_lines where order_id = ${off.orderId}`;
  await cancelSessions(db, place.id);

  const mails = await claim();
  expect(new Set(mails.map(({ template }) => template))).toEqual(
    new Set([
      ...['booking_confirmed', 'paid_late_choice', 'order_link', 'cancelled_by_us'],
      ...['waitlist_confirm', 'waitlist_joined', 'waitlist_offer'],
    ]),
  );
  const live = await findKeys(await readKeys(mails));
  for (const { payload } of mails)
    for (const name of ['secret', 'token', 'manage_token', 'choice_token'])
      if (payload[name] !== undefined) expect(live).toContain(payload[name]);
  const [called] = mails.filter(({ template }) => template === 'cancelled_by_us');
  expect(Object.keys(called?.payload['manage_tokens'] ?? {})).toHaveLength(1);
  for (const { id } of mails) await finish(id, 'mail server is asleep');
  expect(await findKeys(live)).toEqual(live);
  for (const { id } of mails) await finish(id);
  expect(await findKeys(live)).toEqual([]);
});

describe('a mail in the outbox', () => {
  test('its link opens the order after it was sent; it is not sent again, but a new link can be requested', async () => {
    const bought = await buy();
    const [sent] = await claim();
    await finish(sent?.id ?? '');
    expect(await openOrder(sent?.payload['manage_token'])).toMatchObject({ order_id: bought.orderId });

    // The secret was deleted when the mail was sent, so sending this row again would mail a link that opens nothing.
    expect(await resend(sent?.id ?? '')).toEqual({ queued: false, left_out: false });
    expect(await claim()).toEqual([]);
    await askAnew(bought);
    const [anew] = await claim();
    expect(anew?.template).toBe('order_link');
    expect(anew?.payload['manage_token']).not.toBe(sent?.payload['manage_token']);
    expect(await openOrder(anew?.payload['manage_token'])).toMatchObject({ order_id: bought.orderId });
  });

  test('a mail that failed for good is sent again with a link that opens the order', async () => {
    const bought = await buy();
    await db.sql`update public.outbox set attempts = 24, last_error = 'no such mailbox', leased_until = null`;
    await rpc(db, service, 'report_lost_mails');
    const [row] = await db.sql<[{ id: string }]>`select id from public.outbox`;
    expect(await resend(row.id)).toEqual({ queued: true, left_out: false });
    const [again] = await claim();
    expect(again?.id).toBe(row.id);
    expect(await openOrder(again?.payload['manage_token'])).toMatchObject({ order_id: bought.orderId });
    await finish(row.id);
    expect(await findKeys(await readKeys(again ? [again] : []))).toEqual([]);
  });

  test('a mail that failed for good and has no recipient any more is answered as not found', async () => {
    await buy();
    await db.sql`update public.outbox set attempts = 24, leased_until = null, recipient = '', payload = '{}'`;
    const [row] = await db.sql<[{ id: string }]>`select id from public.outbox`;
    expect(await refusal(resend(row.id))).toMatchObject({ code: 'mail_not_found', field: 'p_id' });
  });
});
