/** Tests which mails are sent when the renewal of a pass is stopped or resumed, and that each is sent once. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RenewalChangedPayload } from '#server/mails/pass-payloads.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { flexi, buySubscription } from '#support/sql-subscriptions.ts';
import { rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, flexi]);
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
});
beforeEach(() => db.sql`delete from public.outbox`);
afterAll(() => db.drop());

const readMails = async () =>
  (
    await db.sql<{ recipient: string; payload: unknown }[]>`
      select recipient, payload from public.outbox where template = 'renewal_changed' order by created_at, key`
  ).map(({ recipient, payload }) => ({ recipient, ...v.parse(RenewalChangedPayload, payload) }));
const kinds = async () => (await readMails()).map(({ kind }) => kind);

const cancelAtEnd = (id: string, p_cancel = true) =>
  rpc(db, service, 'cancel_at_period_end', { p_subscription_id: id, p_cancel });
const end = (id: string) => rpc(db, service, 'end_subscription', { p_subscription_id: id });

test('the parents get a mail each time a renewal is stopped, resumed and stopped again, once however often it is reported', async () => {
  const { subscription } = await buySubscription(db);
  await Promise.all([cancelAtEnd(subscription), cancelAtEnd(subscription), cancelAtEnd(subscription)]);
  const [mail, ...more] = await readMails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    recipient: shop.details.parent.email,
    kind: 'stopped',
    title: flexi.id,
    price_cents: 16_700,
    current_period_end: '2027-01-02T00:00:00.000Z',
    passes: [{ credits: 3 }],
  });
  expect(mail?.manage_token).toBeTruthy();
  for (let n = 0; n < 2; n++) await cancelAtEnd(subscription, false);
  for (let n = 0; n < 2; n++) await cancelAtEnd(subscription);
  expect(await kinds()).toEqual(['stopped', 'resumed', 'stopped']);
  // The subscription ends with its period, which the family already knows, so no mail is sent.
  for (let n = 0; n < 2; n++) await end(subscription);
  expect(await kinds()).toHaveLength(3);
});

test('the parents get a mail about an immediate end, except when another mail says it: after the last attempt, or with a cancelled pass', async () => {
  const now = await buySubscription(db);
  for (let n = 0; n < 2; n++) await end(now.subscription);
  expect(await kinds()).toEqual(['ended']);
  const unpaid = await buySubscription(db);
  await rpc(db, service, 'record_renewal_failure', {
    p_event: {
      subscription_id: unpaid.subscription,
      invoice_id: 'in_last',
      attempt: 4,
      next_attempt_at: null,
    },
  });
  await end(unpaid.subscription);
  const back = await buySubscription(db);
  await db.sql`update public.order_lines set status = 'cancelled' where id = ${back.id}`;
  await cancelAtEnd(back.subscription);
  await end(back.subscription);
  expect(await kinds()).toEqual(['ended']);
});

test('the mail goes to both parents, at their accounts’ addresses', async () => {
  const { subscription, family } = await buySubscription(db);
  const made = await passes.makeHome(db);
  const second = await passes.addSecondParent(db, made);
  await db.sql`update public.pass_subscriptions set family_id = ${made.familyId} where family_id = ${family}`;
  await cancelAtEnd(subscription);
  expect((await readMails()).map(({ recipient }) => recipient)).toEqual([made.email, second.email]);
});

test('only the service can report a renewal', async () => {
  for (const who of [visitor, await makeParent(db, 'curious@example.test')])
    expect(
      await sqlState(rpc(db, who, 'cancel_at_period_end', { p_subscription_id: 'sub', p_cancel: true })),
    ).toBe('42501');
});
