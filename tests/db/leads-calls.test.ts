import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '../support/database.ts';
import * as leads from '../support/sql-leads.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [{ ...shop.tryout, id: 'package-holiday', price_cents: 19700 }]);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.leads, public.outbox, public.rate_limits cascade`);

interface Lead {
  id: string;
  name: string;
  email: string | null;
  phone_number: string | null;
  source: string;
  status: string;
  notes: Record<string, unknown>;
  token: string;
  days: number;
}
const stored = () => db.sql<Lead[]>`
  select *, round(extract(epoch from auto_delete_at - created_at) / 86400)::integer as days from public.leads`;
const update = (token: string, status: string | null = 'waitlist_whatsapp_joined', who: Caller = x.visitor) =>
  x.rpc<{ updated: boolean }>(db, who, 'update_lead', { p_token: token, p_status: status });

test('reserving a spot writes the reservation and its lead together, and answers the token only', async () => {
  const answer = await leads.reserve(db, { offer_id: 'package-holiday' });
  const [lead] = await stored();
  expect(answer).toEqual({ token: lead?.token });
  expect(lead).toMatchObject({
    name: 'Mei Tan',
    email: 'mei@example.test',
    phone_number: '+6591234567',
    source: 'waitlist_modal',
    status: 'waitlist_conversion_pending',
    days: 30,
    notes: {
      packageType: 'holiday_package',
      conversionStatus: 'waitlist_conversion_pending',
      collectionSource: 'waitlist_modal',
      conversionValue: 197,
      packageDetails: { offer_id: 'package-holiday', price_cents: 19700 },
      primaryParent: { name: 'Mei Tan', phone: '+6591234567', email: 'mei@example.test', role: 'primary' },
    },
  });
  const [row] = await db.sql`
    select lead_id, parent_name, whatsapp, child_name, child_age, session_preference from public.spot_reservations`;
  expect(row).toEqual({
    lead_id: lead?.id,
    parent_name: 'Mei Tan',
    whatsapp: '+6591234567',
    child_name: '',
    child_age: null,
    session_preference: '',
  });
});

test('what a lead is worth, its status and its token are not taken from the browser', async () => {
  const token = randomUUID();
  const answer = await leads.reserve(db, {
    token,
    status: 'converted',
    notes: { conversionValue: 1 },
    conversionValue: 1,
    auto_delete_at: '2099-01-01T00:00:00Z',
    child_name: 'Kai',
  });
  expect(answer.token).not.toBe(token);
  const [lead] = await stored();
  expect(lead).toMatchObject({ status: 'waitlist_conversion_pending', days: 30 });
  expect(lead?.notes).not.toHaveProperty('conversionValue');
  const [row] = await db.sql`select child_name from public.spot_reservations`;
  expect(row).toEqual({ child_name: '' });
});

test('the answer is the same whether or not we know the parent, and every token another', async () => {
  const [first, second] = [await leads.reserve(db), await leads.reserve(db)];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(second.token).not.toBe(first.token);
});

test('opening the group marks the lead as engaged; once more changes nothing but the activity', async () => {
  const { token } = await leads.reserve(db);
  expect(await update(token)).toEqual({ updated: true });
  const [once] = await stored();
  expect(once).toMatchObject({
    status: 'waitlist_whatsapp_joined',
    notes: { conversionStatus: 'whatsapp_group_engaged', engagementLevel: 'high_priority' },
  });
  expect(once?.notes['whatsappGroupJoinedAt']).toMatch(/^\d{4}-.*Z$/);
  expect(await update(token)).toEqual({ updated: true });
  const [twice] = await stored();
  expect(twice?.notes).toEqual(once?.notes);
});

test('what staff made of a lead is not undone by its token', async () => {
  const { token } = await leads.reserve(db);
  await db.sql`update public.leads set status = 'contacted'`;
  expect(await update(token)).toEqual({ updated: true });
  expect(await stored()).toMatchObject([
    { status: 'contacted', notes: { engagementLevel: 'high_priority' } },
  ]);
  await db.sql`update public.leads set status = 'closed'`;
  expect(await update(token)).toEqual({ updated: false });
});

test('a token that names nothing, an id, or a lead past its time changes nothing', async () => {
  const { token } = await leads.reserve(db);
  const [lead] = await stored();
  for (const guess of [randomUUID(), lead?.id ?? '']) expect(await update(guess)).toEqual({ updated: false });
  await db.sql`update public.leads set auto_delete_at = clock_timestamp()`;
  expect(await update(token)).toEqual({ updated: false });
  expect(await stored()).toMatchObject([{ status: 'waitlist_conversion_pending' }]);
});

test.each(['converted', 'new', '', null])('a browser cannot set the status %j', async (status) => {
  const { token } = await leads.reserve(db);
  expect(await x.refusal(update(token, status))).toMatchObject({
    code: 'invalid_input',
    status: 400,
    field: 'p_status',
  });
});

test('guessed tokens are counted and then refused, for this address only', async () => {
  const who = leads.visitorAt('203.0.113.1');
  for (let n = 0; n < 60; n++) expect(await update(randomUUID(), undefined, who)).toEqual({ updated: false });
  expect(await x.refusal(update(randomUUID(), undefined, who))).toMatchObject({
    code: 'rate_limited',
    status: 429,
  });
  expect(await update(randomUUID(), undefined, leads.visitorAt('203.0.113.2'))).toEqual({ updated: false });
});

test('exactly the limit of reservations passes, however parallel, and none beyond it leaves a row', async () => {
  const who = leads.visitorAt('203.0.113.3');
  const calls = await Promise.allSettled(Array.from({ length: 40 }, () => leads.reserve(db, {}, who)));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(await x.countRows(db, 'leads')).toBe(30);
  expect(await x.countRows(db, 'spot_reservations')).toBe(30);
  // Another form writes leads too, and counts with it.
  const other = x.rpc(db, who, 'create_lead', { p_lead: { name: 'A', email: 'a@b.test', source: 'quiz' } });
  expect(await x.refusal(other)).toMatchObject({ code: 'rate_limited' });
});

const garbage: [what: string, reservation: unknown, field: string][] = [
  ['nothing', null, 'p_reservation'],
  ['text', 'Mei', 'p_reservation'],
  ['a list', [leads.reservation], 'p_reservation'],
  ['too much', { ...leads.reservation, more: 'x'.repeat(4000) }, 'p_reservation'],
  ['no name', { ...leads.reservation, parent_name: undefined }, 'parent_name'],
  ['a blank name', { ...leads.reservation, parent_name: '  ' }, 'parent_name'],
  ['an endless name', { ...leads.reservation, parent_name: 'x'.repeat(121) }, 'parent_name'],
  ['a name of two lines', { ...leads.reservation, parent_name: 'Mei\nBcc: all' }, 'parent_name'],
  ['no e-mail', { ...leads.reservation, email: '' }, 'email'],
  ['two e-mails', { ...leads.reservation, email: 'a@b.test,c@d.test' }, 'email'],
  ['a number without country', { ...leads.reservation, whatsapp: '91234567' }, 'whatsapp'],
  ['a number as number', { ...leads.reservation, whatsapp: 6591234567 }, 'whatsapp'],
  ['a package with a space', { ...leads.reservation, package_type: 'a b' }, 'package_type'],
  ['a package as list', { ...leads.reservation, package_type: ['a'] }, 'package_type'],
];
test.each(garbage)('reserve_spot refuses %s and writes nothing', async (_, body, field) => {
  const call = db.as(
    x.visitor,
    (sql) => sql`select public.reserve_spot(${JSON.stringify(body)}::text::jsonb)`,
  );
  expect(await x.refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await x.countRows(db, 'leads')).toBe(0);
});

test('an offer that is not on sale is refused', async () => {
  expect(await x.refusal(leads.reserve(db, { offer_id: 'nothing' }))).toMatchObject({
    code: 'offer_not_available',
    field: 'offer_id',
  });
});

describe('create_lead', () => {
  const create = (body: object) => x.rpc<{ token: string }>(db, x.visitor, 'create_lead', { p_lead: body });

  test('needs one contact', async () => {
    await create({ name: 'Mei', phone_number: '+6591234567', source: 'quiz' });
    await create({ name: 'Mei', email: 'Mei@Example.test', source: 'quiz' });
    expect((await stored()).map(({ email, phone_number, status }) => [email, phone_number, status])).toEqual([
      [null, '+6591234567', 'new'],
      ['mei@example.test', null, 'new'],
    ]);
    expect(await x.refusal(create({ name: 'Mei', source: 'quiz' }))).toMatchObject({ field: 'email' });
    expect(await x.refusal(create({ name: 'Mei', email: 'a@b.test' }))).toMatchObject({ field: 'source' });
  });
});

describe('enquire_birthday', () => {
  const enquiry = { parent_name: 'Mei', email: 'mei@example.test' };
  const enquire = (change: object = {}) =>
    x.rpc(db, x.visitor, 'enquire_birthday', { p_enquiry: { ...enquiry, ...change } });

  test('keeps the enquiry with its lead and says only that it came', async () => {
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
  ])('a day %i days ahead is taken: %s', async (ahead, taken) => {
    const answer = enquire({ preferred_date: await day(ahead) });
    if (taken) expect(await answer).toEqual({ received: true });
    else expect(await x.refusal(answer)).toMatchObject({ code: 'invalid_input', field: 'preferred_date' });
  });

  test('the parent is told by mail that it arrived, without a word about the child', async () => {
    await enquire({
      ...{ preferred_date: await day(40), guests: 12, child_age: 8, offer_id: 'package-holiday' },
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

  test('staff are told too where they have an address', async () => {
    await db.sql`update public.settings set staff_email = 'party@otter.test'`;
    await enquire({ phone: '+6591234567', child_age: 8, message: 'Kai turns eight.' });
    await db.sql`update public.settings set staff_email = null`;
    const [toParent, toStaff] = await mails();
    expect(toParent?.recipient).toBe('mei@example.test');
    expect(toStaff).toMatchObject({ template: 'birthday_enquiry_told', recipient: 'party@otter.test' });
    expect(toStaff?.payload).toEqual({
      ...{ parent_name: 'Mei', preferred_date: null, guests: null, party: null },
      ...{ email: 'mei@example.test', phone: '+6591234567', has_message: true },
    });
  });

  test('the same one sent again, four times at once, is one enquiry and one mail; another one is another', async () => {
    const wish = { preferred_date: await day(40), message: 'Is there shade?' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => enquire(wish)));
    expect(answers).toEqual(answers.map(() => ({ received: true })));
    expect(await x.countRows(db, 'birthday_enquiries')).toBe(1);
    expect(await mails()).toHaveLength(1);
    await enquire({ ...wish, message: null });
    await enquire({ ...wish, email: 'other@example.test' });
    await db.sql`update public.birthday_enquiries set created_at = created_at - interval '25 hours'`;
    await enquire(wish);
    expect(await x.countRows(db, 'birthday_enquiries')).toBe(4);
    expect(await mails()).toHaveLength(4);
  });

  test('an address that anybody may type gets three mails a day, however often it is asked for', async () => {
    await db.sql`update public.settings set staff_email = 'party@otter.test'`;
    const guests = [1, 2, 3, 4, 5, 6];
    for (const n of guests) await enquire({ guests: n });
    await enquire({ email: 'other@example.test' });
    const to = async (address: string) =>
      (await mails()).filter(({ recipient }) => recipient === address).length;
    expect(await x.countRows(db, 'birthday_enquiries')).toBe(7);
    expect([await to('mei@example.test'), await to('other@example.test')]).toEqual([3, 1]);
    expect(await to('party@otter.test')).toBe(7);
    await db.sql`update public.birthday_enquiries set created_at = created_at - interval '25 hours'`;
    await Promise.all(guests.map((n) => enquire({ guests: n + 6 })));
    await db.sql`update public.settings set staff_email = null`;
    expect(await to('mei@example.test')).toBe(6);
  });

  test('a staff address that is none is not taken', async () => {
    for (const address of ['', 'party', 'a@b.test, c@d.test'])
      expect(await x.sqlState(db.sql`update public.settings set staff_email = ${address}`), address).toBe(
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
    ['message', 'x'.repeat(1001)],
    ['message', 'bell \u0007'],
    ['message', {}],
  ])('refuses %s %j and writes nothing', async (field, value) => {
    expect(await x.refusal(enquire({ [field]: value }))).toMatchObject({ code: 'invalid_input', field });
    expect(await x.countRows(db, 'leads')).toBe(0);
  });
});

test('a lead cannot hold notes of another shape, whoever writes them', async () => {
  await leads.reserve(db);
  for (const notes of [
    '[]',
    '{"child": "Kai"}',
    '{"primaryParent": {"child": "Kai"}}',
    '{"conversionValue": "1"}',
  ]) {
    expect(await x.sqlState(db.sql`update public.leads set notes = ${notes}::text::jsonb`), notes).toBe(
      '23514',
    );
  }
});

test('nobody reads a token, staff included', async () => {
  const id = await x.makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  const read = db.as({ role: 'authenticated', sub: id }, (sql) => sql`select token from public.leads`);
  expect(await x.sqlState(read)).toBe('42501');
});
