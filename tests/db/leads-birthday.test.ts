import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [{ ...shop.tryout, id: 'package-holiday', price_cents: 19700 }]);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.leads, public.outbox, public.rate_limits cascade`);

describe('enquire_birthday', () => {
  const enquiry = { parent_name: 'Mei', email: 'mei@example.test' };
  const enquire = (change: object = {}) =>
    rpc(db, visitor, 'enquire_birthday', { p_enquiry: { ...enquiry, ...change } });

  test('the call stores the enquiry with its lead, and answers only that it was received', async () => {
    const full = {
      phone: '+65 9123 4567',
      preferred_date: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      guests: 12,
      child_age: 8,
      message: ' Is there\r\nshade? 好吗 ',
      offer_id: 'package-holiday',
    };
    expect(await enquire(full)).toEqual({ received: true });
    const [row] = await db.sql`
      select b.guests, b.child_age, b.message, b.offer_id, b.preferred_date, l.source, l.phone_number
      from public.birthday_enquiries b join public.leads l on l.id = b.lead_id`;
    expect(row).toEqual({
      guests: 12,
      child_age: 8,
      message: 'Is there\nshade? 好吗',
      offer_id: 'package-holiday',
      preferred_date: full.preferred_date,
      source: 'birthday_enquiry',
      phone_number: '+6591234567',
    });
  });

  const day = async (ahead: number) => {
    const [row] = await db.sql<
      [{ day: string }]
    >`select (private.calendar_today() + ${ahead}::integer)::text as day`;
    return row.day;
  };
  interface Mail {
    key: string;
    template: string;
    recipient: string;
    payload: Record<string, unknown>;
  }
  const mails = () => db.sql<Mail[]>`
    select key, template, recipient, payload from public.outbox order by template`;

  test.each([
    [0, false],
    [1, true],
    [730, true],
    [731, false],
  ])('a day %i days ahead is accepted: %s', async (ahead, taken) => {
    const answer = enquire({ preferred_date: await day(ahead) });
    if (taken) expect(await answer).toEqual({ received: true });
    else expect(await refusal(answer)).toMatchObject({ code: 'invalid_input', field: 'preferred_date' });
  });

  test('the parent gets a mail that confirms the enquiry, without a word about the child', async () => {
    await enquire({
      preferred_date: await day(40),
      guests: 12,
      child_age: 8,
      offer_id: 'package-holiday',
      message: 'Kai turns eight.',
    });
    expect(await mails()).toEqual([
      {
        key: expect.stringMatching(/^birthday_enquiry:/) as string,
        template: 'birthday_enquiry',
        recipient: 'mei@example.test',
        payload: {
          parent_name: 'Mei',
          preferred_date: await day(40),
          guests: 12,
          party: expect.any(String) as string,
        },
      },
    ]);
  });

  test('staff get a mail too if they have an address', async () => {
    await db.sql`update public.settings set staff_email = 'party@otter.test'`;
    await enquire({ phone: '+6591234567', child_age: 8, message: 'Kai turns eight.' });
    await db.sql`update public.settings set staff_email = null`;
    const [toParent, toStaff] = await mails();
    expect(toParent?.recipient).toBe('mei@example.test');
    expect(toStaff).toMatchObject({ template: 'birthday_enquiry_notice', recipient: 'party@otter.test' });
    expect(toStaff?.payload).toEqual({
      parent_name: 'Mei',
      preferred_date: null,
      guests: null,
      party: null,
      email: 'mei@example.test',
      phone: '+6591234567',
      has_message: true,
    });
  });

  test('four parallel requests with the same enquiry make one enquiry and one mail, and a different one is stored separately', async () => {
    const wish = { preferred_date: await day(40), message: 'Is there shade?' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => enquire(wish)));
    expect(answers).toEqual(answers.map(() => ({ received: true })));
    expect(await countRows(db, 'birthday_enquiries')).toBe(1);
    expect(await mails()).toHaveLength(1);
    await enquire({ ...wish, message: null });
    await enquire({ ...wish, email: 'other@example.test' });
    await db.sql`update public.birthday_enquiries set created_at = created_at - interval '25 hours'`;
    await enquire(wish);
    expect(await countRows(db, 'birthday_enquiries')).toBe(4);
    expect(await mails()).toHaveLength(4);
  });

  test('one address gets at most three mails a day, however many enquiries name it', async () => {
    await db.sql`update public.settings set staff_email = 'party@otter.test'`;
    const guests = [1, 2, 3, 4, 5, 6];
    for (const n of guests) await enquire({ guests: n });
    await enquire({ email: 'other@example.test' });
    const countMailsTo = async (address: string) =>
      (await mails()).filter(({ recipient }) => recipient === address).length;
    expect(await countRows(db, 'birthday_enquiries')).toBe(7);
    expect([await countMailsTo('mei@example.test'), await countMailsTo('other@example.test')]).toEqual([
      3, 1,
    ]);
    expect(await countMailsTo('party@otter.test')).toBe(7);
    await db.sql`update public.birthday_enquiries set created_at = created_at - interval '25 hours'`;
    await Promise.all(guests.map((n) => enquire({ guests: n + 6 })));
    await db.sql`update public.settings set staff_email = null`;
    expect(await countMailsTo('mei@example.test')).toBe(6);
  });

  test('an invalid staff address is refused', async () => {
    for (const address of ['', 'party', 'a@b.test, c@d.test'])
      expect(await sqlState(db.sql`update public.settings set staff_email = ${address}`), address).toBe(
        '23514',
      );
  });

  test.each([
    ['parent_name', ''],
    ['email', 'x'],
    ['phone', 'x'],
    ['phone', '+6512345678'],
    ['phone', '+65912345678'],
    ['preferred_date', '2020-01-01'],
    ['preferred_date', '2026-02-30'],
    ['preferred_date', 'infinity'],
    ['preferred_date', 5],
    ['guests', 0],
    ['guests', 1.5],
    ['guests', 'many'],
    ['child_age', 19],
    ['message', 'x'.repeat(4001)],
    ['message', 'bell \u0007'],
    ['message', 'reads \u202ebackwards'],
    ['message', 'next line \u0085'],
    ['message', {}],
  ])('the call refuses %s %j and writes nothing', async (field, value) => {
    expect(await refusal(enquire({ [field]: value }))).toMatchObject({ code: 'invalid_input', field });
    expect(await countRows(db, 'leads')).toBe(0);
  });
});
