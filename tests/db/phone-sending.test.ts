/**
 * Tests sending messages by WhatsApp and SMS: that each is sent once, what is tried again, and what the services
 * report.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { createPhoneMessages } from '#support/sql-phone-messages.ts';
import { rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let phones: ReturnType<typeof createPhoneMessages>;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  phones = createPhoneMessages(db);
  // At this time the classes of the day have not begun.
  await stopCalendar(db, `${people.today}T09:00:00+08:00`);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`delete from public.phone_messages`;
  await phones.claimMessages();
});

const cancelToday = (channels?: ('whatsapp' | 'sms')[]) => phones.cancelWithMessage(people.today, channels);
const toCall = async () =>
  (await rpc<{ unreached: { count: number } }>(db, people.callers.admin, 'get_management_today')).unreached
    .count;

test('each message is claimed once, and a lost attempt is not repeated', async () => {
  const { family, row } = await cancelToday();
  const both = await Promise.all([phones.claimMessages(), phones.claimMessages()]);
  expect(both.flat().map(({ id }) => id)).toEqual([row.id]);
  expect(await phones.claimMessages()).toEqual([]);
  // The sender has stopped without an answer, so the message may have been sent.
  await phones.ageMessages(family, 5);
  expect(await phones.claimMessages()).toEqual([]);
  expect(await phones.readRows(family)).toMatchObject([{ reason: 'no_answer', attempts: 1 }]);
  expect(await phones.finishMessage(row.id)).toEqual({ ok: false });
  // The report of the service settles whether it was sent.
  expect(await phones.reportEvent(row, 'delivered')).toEqual({ known: true });
  expect(await toCall()).toBe(0);
});

test('a message that can be retried waits longer each time and then fails, and a pause does not count', async () => {
  const { family, row } = await cancelToday();
  const attempt = async () => {
    await db.sql`update public.phone_messages set not_before = now() - interval '1 second'`;
    expect(await phones.claimMessages()).toHaveLength(1);
  };
  const waits: number[] = [];
  for (let n = 1; n <= 4; n += 1) {
    await attempt();
    await phones.finishMessage(row.id, { reason: 'other', retry: true });
    const [{ wait }] = await db.sql<[{ wait: number }]>`
      select round(extract(epoch from not_before - now()) / 60)::integer as wait from public.phone_messages`;
    waits.push(wait);
  }
  expect(waits).toEqual([1, 2, 4, 5]);
  await attempt();
  await phones.finishMessage(row.id, { reason: 'other', retry: true }, 30);
  expect(await phones.readRows(family)).toMatchObject([{ attempts: 4, failed_at: null }]);
  for (let n = 5; n <= 8; n += 1) {
    await attempt();
    await phones.finishMessage(row.id, { reason: 'unreachable', retry: true });
  }
  expect(await phones.readRows(family)).toMatchObject([{ attempts: 8, reason: 'unreachable' }]);
});

test('an urgent message that could not be sent within an hour is not sent any more', async () => {
  const { family } = await cancelToday();
  await phones.ageMessages(family, 61);
  expect(await phones.claimMessages()).toEqual([]);
  expect(await phones.readRows(family)).toMatchObject([{ reason: 'too_late' }]);
});

test('delivery reports that come twice, late and in any order have the same result', async () => {
  const { family, row } = await cancelToday();
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  for (const type of ['read', 'failed', 'delivered', 'sent', 'read'] as const)
    await phones.reportEvent(row, type);
  const [once] = await phones.readRows(family);
  expect(once?.delivered_at).not.toBeNull();
  expect(once?.read_at).not.toBeNull();
  // The message arrived on one phone, so there is no second message and nobody to call, whatever happens to the other
  // phone.
  expect(await phones.readRows(family)).toHaveLength(1);
  expect(await toCall()).toBe(0);
});

test('a report about somebody else’s message, or with another id, changes nothing', async () => {
  const { row, family } = await cancelToday();
  // A message that was never tried cannot have a report.
  expect(await phones.reportEvent(row, 'read')).toEqual({ known: false });
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  expect(await phones.reportEvent(row, 'read', { providerId: 'another' })).toEqual({ known: false });
  expect(await phones.reportEvent({ ...row, channel: 'sms' }, 'read')).toEqual({ known: false });
  expect(await phones.readRows(family)).toMatchObject([{ read_at: null }]);
});

test('a message that fails by WhatsApp is sent by SMS, once, if SMS is allowed too', async () => {
  const { family, row } = await cancelToday(['whatsapp', 'sms']);
  await phones.claimMessages();
  await phones.finishMessage(row.id);
  for (const _ of [1, 2]) await phones.reportEvent(row, 'failed', { reason: 'no_account' });
  expect(await phones.readRows(family)).toMatchObject([
    { channel: 'whatsapp', reason: 'no_account' },
    { channel: 'sms', failed_at: null, is_urgent: true },
  ]);
  // The SMS is on its way, so nobody has to call yet.
  expect(await toCall()).toBe(0);
  const [text] = await phones.claimMessages();
  await phones.finishMessage(text?.id ?? '', { reason: 'invalid_number', retry: false });
  expect(await toCall()).toBe(1);
});

test('a user who stops messages at the provider has withdrawn the permission', async () => {
  const { family, row } = await cancelToday(['sms']);
  await phones.claimMessages();
  await phones.finishMessage(row.id, { reason: 'stopped', retry: false });
  expect(
    await db.sql`select allowed, source from public.channel_permissions where family_id = ${family} order by id desc limit 1`,
  ).toEqual([{ allowed: false, source: 'provider' }]);
});
