/** Tests the family's language: the page on which they booked sets it, their profile changes it, and mails use it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import type { OrderView } from '#contract/orders.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(() => db.sql`truncate public.outbox, public.mail_wordings cascade`);
afterAll(() => db.drop());

async function hold(language?: unknown): Promise<OrderView> {
  const request = shop.holdRequest(await shop.makeSession(db, { capacity: 4 }));
  return rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: { ...request, ...(language !== undefined && { language }) },
  });
}
/** Queues a mail and returns the language that the outbox has for it. */
async function languageOf(mail: {
  template?: string;
  recipient?: string;
  profileId?: string;
  number?: string;
}) {
  const { template = 'order_link', recipient = 'mei@example.test', profileId = null, number = '' } = mail;
  const [row] = await db.sql<{ language: string | null; wording: string | null }[]>`
    insert into public.outbox (key, template, recipient, profile_id, payload)
    values (${crypto.randomUUID()}, ${template}, ${recipient}, ${profileId}, jsonb_build_object('number', ${number}::text))
    returning payload ->> 'language' as language, payload ->> 'wording' as wording`;
  return { language: row?.language ?? 'en', wording: row?.wording ?? null };
}
const publish = (p_language: string, text: string) =>
  rpc(db, service, 'publish_mail_wording', {
    ...{ p_sentences: { 'Here is your booking.': text }, p_updated_at: '2026-11-21T02:00:00Z', p_language },
  });

test('an order stores the language of its page, and refuses an unknown one', async () => {
  const [chinese, english] = [await hold('zh'), await hold()];
  const rows = await db.sql<
    { number: string; language: string }[]
  >`select number, language from public.orders`;
  expect(new Map(rows.map(({ number, language }) => [number, language]))).toEqual(
    new Map([
      [chinese.number, 'zh'],
      [english.number, 'en'],
    ]),
  );
  for (const language of ['fr', 'ZH', 'zh; drop table orders', { zh: 1 }, 5])
    expect(await refusal(hold(language))).toMatchObject({ code: 'invalid_input', field: 'language' });
});

test('a mail about an order has its language, unless the parent’s profile names another', async () => {
  const { number } = await hold('zh');
  expect(await languageOf({ number })).toMatchObject({ language: 'zh' });
  expect(await languageOf({})).toMatchObject({ language: 'en' });
  const profileId = await makeUser(db, 'lim@example.test');
  const setTo = (value: string | null) =>
    db.sql`update public.profiles set preferred_language = ${value} where id = ${profileId}`;
  expect(await languageOf({ number, profileId })).toMatchObject({ language: 'zh' });
  await setTo('en');
  expect(await languageOf({ number, profileId })).toMatchObject({ language: 'en' });
  await setTo('zh-Hans');
  expect(await languageOf({ profileId })).toMatchObject({ language: 'zh' });
  await setTo('ta');
  expect(await languageOf({ number, profileId })).toMatchObject({ language: 'en' });
});

test('a mail to staff is English, whatever it is about', async () => {
  const { number } = await hold('zh');
  for (const template of ['staff_notice', 'coach_plan', 'birthday_enquiry_notice'])
    expect(await languageOf({ template, number })).toMatchObject({ language: 'en' });
});

test('each language has its own versions of the wording, and a mail has the version of its language', async () => {
  const { number } = await hold('zh');
  await publish('en', 'Your booking.');
  const untranslated = await languageOf({ number });
  expect(untranslated).toEqual({ language: 'zh', wording: (await languageOf({})).wording });
  await publish('zh', '您的预订。');
  const [english, chinese] = [await languageOf({}), await languageOf({ number })];
  expect(english.wording).not.toBe(chinese.wording);
  const sentences = await rpc(db, service, 'get_mail_wordings', { p_ids: [chinese.wording] });
  expect(sentences).toEqual({ [chinese.wording ?? '']: { 'Here is your booking.': '您的预订。' } });
  expect(await refusal(publish('fr', 'Votre réservation.'))).toMatchObject({
    code: 'invalid_input',
    field: 'p_language',
  });
});
