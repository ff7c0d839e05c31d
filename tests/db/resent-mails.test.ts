/** Tests which failed mails staff can send again, and which must not be sent any more. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FailedMailsQueued, MailResent } from '#contract/management-orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { everyMail } from '#support/every-mail.ts';
import {
  createMessaging,
  makeAddress,
  makeDraft,
  type Messaging,
  sessionAudience,
} from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let messaging: Messaging;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  messaging = createMessaging(db, people);
});
beforeEach(async () => {
  await db.sql`delete from public.outbox`;
  await db.sql`delete from public.outbox_pace`;
  await db.sql`delete from public.rate_limits`;
});
afterAll(() => db.drop());

const past = { starts_at: '2020-05-02T01:00:00Z', ends_at: '2020-05-02T02:00:00Z' };
const future = { starts_at: '2099-05-02T01:00:00Z', ends_at: '2099-05-02T02:00:00Z' };
const under = { starts_at: past.starts_at, ends_at: future.ends_at };
let keys = 0;
async function failMail(template: string, payload: object): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.outbox (key, template, recipient, payload, attempts, failed_at)
    values (${`failed:${++keys}`}, ${template}, 'a@example.test', ${db.sql.json(payload as never)}, 24, now()) returning id`;
  return row.id;
}
const resend = async (p_id: string) =>
  v.parse(MailResent, await rpc(db, people.callers.admin, 'resend_mail', { p_id }));
const resendAll = async () =>
  v.parse(FailedMailsQueued, await rpc(db, people.callers.admin, 'resend_failed_mails'));
const claim = () => rpc<{ id: string; recipient: string }[]>(db, service, 'claim_outbox', { p_limit: 100 });
const listFailed = async () => {
  const { rows } = await rpc<{ rows: { id: string }[] }>(db, people.callers.admin, 'list_decisions', {
    p_kind: 'mail_failed',
  });
  return rows.map(({ id }) => id);
};

test.each<[string, object, boolean]>([
  ['session_reminder', { session: past, camp: null }, true],
  ['session_reminder', { session: null, camp: under }, true],
  ['session_reminder', { session: future, camp: null }, false],
  ['place_changed', { before: { session: past }, after: { session: past } }, true],
  ['place_changed', { before: { camp: past }, after: { camp: under } }, false],
  ['waitlist_open', { session: past, camp: null }, true],
  ['waitlist_joined', { session: future, camp: null }, false],
  ['waitlist_offer', { session: future, camp: null, expires_at: past.ends_at }, true],
  ['waitlist_offer', { session: future, camp: null, expires_at: future.ends_at }, false],
  ['free_spot', { session: null, camp: past }, true],
  ['free_spot', { session: null, camp: under }, false],
  ['details_requested', { day: '2020-05-02' }, true],
  ['details_requested', { missing: ['health'] }, false],
  ['party_notice', past, true],
  ['party_reminder', future, false],
  ['pass_expiring', { valid_until: '2020-05-02' }, true],
  ['coach_plan', { changes: [{ entry: { last_day: '2020-05-02' } }] }, true],
  [
    'coach_plan',
    { changes: [{ entry: { last_day: '2020-05-02' } }, { entry: { last_day: '2099-05-02' } }] },
    false,
  ],
  ['staff_invitation', { expires_at: past.ends_at }, true],
  ['instalment_due', { number: 'OT-NONE', instalment: { due_on: '2099-05-02', cents: 100 } }, true],
  ['order_link', { manage_token: 'ended' }, true],
  // The end of a camp is that of its last day.
  ['place_changed', { before: { camp: past }, after: { camp: { ...past, end_date: '2099-05-02' } } }, false],
  ['free_spot', { session: null, camp: { ...past, end_date: '2020-05-03' } }, true],
  // A family must get this message at any time, because staff also write about a class that is over.
  ['message', { session: past, camp: null }, false],
  ['booking_confirmed', { lines: [{ session: past }] }, false],
  ['cancelled_by_us', { cancelled_by_us: [{ session: past }] }, false],
  ['class_cancelled', { left_places: [{ session: past }] }, false],
  ['refund_sent', { lines: [{ camp: past }] }, false],
  ['first_aid', { day: '2020-05-02' }, false],
])('%s about %j: too late is %s', async (template, payload, isOver) => {
  const id = await failMail(template, payload);
  expect(await listFailed()).toContain(id);
  expect(await resend(id)).toEqual({ queued: !isOver, left_out: isOver });
  expect((await claim()).map((mail) => mail.id)).toEqual(isOver ? [] : [id]);
  expect(await listFailed()).toEqual([]);
});

test('every mail that we send can be judged', async () => {
  for (const [template, payloads] of Object.entries(everyMail))
    for (const payload of payloads) {
      const [row] = await db.sql<[{ over: boolean }]>`
        select private.is_mail_over(${template}, ${db.sql.json(payload as never)}) as over`;
      expect.soft(typeof row.over, template).toBe('boolean');
    }
});

test('an instalment that is still due is reminded again, and one that was paid is not', async () => {
  const [order] = await db.sql<[{ id: string; number: string }]>`
    select id, number from public.orders where paid_at is not null limit 1`;
  await db.sql`
    insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents)
    values (${order.id}, 40, '2099-05-02', '2099-05-02', 100)`;
  const payload = { number: order.number, instalment: { due_on: '2099-05-02', cents: 100 } };
  expect(await resend(await failMail('instalment_due', payload))).toEqual({ queued: true, left_out: false });
  await db.sql`update public.order_instalments set status = 'cancelled' where position = 40`;
  expect(await resend(await failMail('instalment_due', payload))).toEqual({ queued: false, left_out: true });
  await db.sql`delete from public.order_instalments where position = 40`;
});

test('one press sends what still matters, and says how many were left out', async () => {
  const sent = [await failMail('booking_confirmed', {}), await failMail('class_cancelled', {})];
  await failMail('session_reminder', { session: past });
  await failMail('waitlist_open', { camp: past });
  expect(await resendAll()).toEqual({ queued: 2, left_out: 2, left: 0 });
  expect((await claim()).map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
  expect(await resendAll()).toEqual({ queued: 0, left_out: 0, left: 0 });
});

describe('a message of staff', () => {
  async function queue(kind: 'about' | 'news') {
    const emails = [makeAddress(), makeAddress()].toSorted();
    const { session, families } = await messaging.makeFamiliesInSession(emails);
    for (const family of families) await messaging.setMarketingConsent(family, true);
    const { message_id: id } = await messaging.sendMessage(
      makeDraft({ audience: sessionAudience(session), kind }),
    );
    await messaging.queueMessages();
    expect(await messaging.readMails(id)).toHaveLength(2);
    const fail = () =>
      db.sql`update public.outbox set attempts = 24, failed_at = now() where key like ${`message:${id}:%`}`;
    return { id, emails, families, fail };
  }

  test('news are not sent to a family that has withdrawn since they were queued', async () => {
    const { id, emails, families } = await queue('news');
    await messaging.setMarketingConsent(families[0] ?? '', false);
    expect((await claim()).map(({ recipient }) => recipient)).toEqual([emails[1]]);
    expect((await messaging.readDetails(id)).counts).toMatchObject({ left_out: 1, waiting: 1 });
  });

  test('a message about a booking does not depend on the permission for news', async () => {
    const { families } = await queue('about');
    await messaging.setMarketingConsent(families[0] ?? '', false);
    expect(await claim()).toHaveLength(2);
  });

  test('failed news are left out for those who have withdrawn, also one by one, and the counts follow', async () => {
    const { id, families, fail } = await queue('news');
    await fail();
    await messaging.queueMessages();
    for (const family of families) await messaging.setMarketingConsent(family, false);
    const [mail] = await messaging.readMails(id);
    expect(await resend(mail?.id ?? '')).toEqual({ queued: false, left_out: true });
    expect(await resendAll()).toEqual({ queued: 0, left_out: 1, left: 0 });
    await messaging.queueMessages();
    expect((await messaging.readDetails(id)).counts).toMatchObject({ left_out: 2, failed: 0, waiting: 0 });
  });

  test('stopping it also removes the mails that failed', async () => {
    const { id, fail } = await queue('about');
    await fail();
    await messaging.callAs('admin', 'stop_message', { p_id: id });
    expect(await messaging.readMails(id)).toEqual([]);
    expect((await messaging.readDetails(id)).counts).toMatchObject({ stopped: 2, failed: 0 });
    expect(await resendAll()).toEqual({ queued: 0, left_out: 0, left: 0 });
  });

  test('a mail that was being sent when the message was stopped is not sent again after it failed', async () => {
    const { id, fail } = await queue('about');
    expect(await claim()).toHaveLength(2);
    await messaging.callAs('admin', 'stop_message', { p_id: id });
    await db.sql`update public.outbox set leased_until = null`;
    await fail();
    expect(await resendAll()).toEqual({ queued: 0, left_out: 2, left: 0 });
    expect((await messaging.readDetails(id)).counts).toMatchObject({ stopped: 2 });
  });
});
