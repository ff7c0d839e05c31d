import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

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
const readLeads = () => db.sql<Lead[]>`
  select *, round(extract(epoch from auto_delete_at - created_at) / 86400)::integer as days from public.leads`;
const update = (token: string, status: string | null = 'waitlist_whatsapp_joined', who: Caller = visitor) =>
  rpc<{ updated: boolean }>(db, who, 'update_lead', { p_token: token, p_status: status });

test('reserving a spot stores the reservation and its lead together, and the answer has only the token', async () => {
  const answer = await leads.reserveSpot(db, { offer_id: 'package-holiday' });
  const [lead] = await readLeads();
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

test('the browser cannot set the value, status or token of a lead', async () => {
  const token = randomUUID();
  const answer = await leads.reserveSpot(db, {
    token,
    status: 'converted',
    notes: { conversionValue: 1 },
    conversionValue: 1,
    auto_delete_at: '2099-01-01T00:00:00Z',
    child_name: 'Kai',
  });
  expect(answer.token).not.toBe(token);
  const [lead] = await readLeads();
  expect(lead).toMatchObject({ status: 'waitlist_conversion_pending', days: 30 });
  expect(lead?.notes).not.toHaveProperty('conversionValue');
  const [row] = await db.sql`select child_name from public.spot_reservations`;
  expect(row).toEqual({ child_name: '' });
});

test('the answer is the same whether or not we know the parent, and every token is new', async () => {
  const [first, second] = [await leads.reserveSpot(db), await leads.reserveSpot(db)];
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(second.token).not.toBe(first.token);
});

test('opening the group marks the lead as engaged, and opening it again changes no notes', async () => {
  const { token } = await leads.reserveSpot(db);
  expect(await update(token)).toEqual({ updated: true });
  const [once] = await readLeads();
  expect(once).toMatchObject({
    status: 'waitlist_whatsapp_joined',
    notes: { conversionStatus: 'whatsapp_group_engaged', engagementLevel: 'high_priority' },
  });
  expect(once?.notes['whatsappGroupJoinedAt']).toMatch(/^\d{4}-.*Z$/);
  expect(await update(token)).toEqual({ updated: true });
  const [twice] = await readLeads();
  expect(twice?.notes).toEqual(once?.notes);
});

test('the token of the lead cannot undo a status that staff set', async () => {
  const { token } = await leads.reserveSpot(db);
  await db.sql`update public.leads set status = 'contacted'`;
  expect(await update(token)).toEqual({ updated: true });
  expect(await readLeads()).toMatchObject([
    { status: 'contacted', notes: { engagementLevel: 'high_priority' } },
  ]);
  await db.sql`update public.leads set status = 'closed'`;
  expect(await update(token)).toEqual({ updated: false });
});

test('an unknown token, an id, or an expired lead changes nothing', async () => {
  const { token } = await leads.reserveSpot(db);
  const [lead] = await readLeads();
  for (const guess of [randomUUID(), lead?.id ?? '']) expect(await update(guess)).toEqual({ updated: false });
  await db.sql`update public.leads set auto_delete_at = clock_timestamp()`;
  expect(await update(token)).toEqual({ updated: false });
  expect(await readLeads()).toMatchObject([{ status: 'waitlist_conversion_pending' }]);
});

test.each(['converted', 'new', '', null])('a browser cannot set the status %j', async (status) => {
  const { token } = await leads.reserveSpot(db);
  expect(await refusal(update(token, status))).toMatchObject({
    code: 'invalid_input',
    status: 400,
    field: 'p_status',
  });
});

test('wrong tokens are counted and then refused, only for the address that sends them', async () => {
  const who = leads.visitorAt('203.0.113.1');
  for (let n = 0; n < 60; n++) expect(await update(randomUUID(), undefined, who)).toEqual({ updated: false });
  expect(await refusal(update(randomUUID(), undefined, who))).toMatchObject({
    code: 'rate_limited',
    status: 429,
  });
  expect(await update(randomUUID(), undefined, leads.visitorAt('203.0.113.2'))).toEqual({ updated: false });
});

test('parallel reservations succeed exactly up to the limit, and the others leave no row', async () => {
  const who = leads.visitorAt('203.0.113.3');
  const calls = await Promise.allSettled(Array.from({ length: 40 }, () => leads.reserveSpot(db, {}, who)));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  expect(await countRows(db, 'leads')).toBe(30);
  expect(await countRows(db, 'spot_reservations')).toBe(30);
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
  const call = db.as(visitor, (sql) => sql`select public.reserve_spot(${JSON.stringify(body)}::text::jsonb)`);
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'leads')).toBe(0);
});

test('an offer that is not on sale is refused', async () => {
  expect(await refusal(leads.reserveSpot(db, { offer_id: 'nothing' }))).toMatchObject({
    code: 'offer_not_available',
    field: 'offer_id',
  });
});

test('nobody can write notes of another shape into a lead', async () => {
  await leads.reserveSpot(db);
  for (const notes of [
    '[]',
    '{"child": "Kai"}',
    '{"primaryParent": {"child": "Kai"}}',
    '{"conversionValue": "1"}',
  ]) {
    expect(await sqlState(db.sql`update public.leads set notes = ${notes}::text::jsonb`), notes).toBe(
      '23514',
    );
  }
});

test('nobody can read a token, not even staff', async () => {
  const id = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  const read = db.as({ role: 'authenticated', sub: id }, (sql) => sql`select token from public.leads`);
  expect(await sqlState(read)).toBe('42501');
});

test('a question from a page is stored once as a lead with its page and message, and the answer reveals nothing else', async () => {
  const enquiry = {
    page: '/june-holidays',
    parent_name: 'Mei Tan',
    email: 'Mei@Example.test',
    message: ' Rain?\r\nSun? ',
  };
  const ask = (change: object = {}) =>
    rpc(db, visitor, 'enquire_from_page', { p_enquiry: { ...enquiry, ...change } });
  expect(await ask()).toEqual({ received: true });
  expect(await ask()).toEqual({ received: true });
  expect(await ask({ page: '/camps-for-schools/2027', message: '' })).toEqual({ received: true });
  const found = await readLeads();
  expect(found).toHaveLength(2);
  expect(found[0]).toMatchObject({
    email: 'mei@example.test',
    phone_number: null,
    source: 'page_enquiry',
    status: 'new',
    days: 30,
    notes: { page: '/june-holidays', message: 'Rain?\nSun?' },
  });
  expect(found[1]?.notes).not.toHaveProperty('message');
  const admin: Caller = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
  expect(await rpc(db, admin, 'get_lead', { p_lead_id: found[0]?.id })).toMatchObject({
    lead: { source: 'page_enquiry', wants: '/june-holidays' },
    enquiry: { page: '/june-holidays', message: 'Rain?\nSun?', guests: null },
  });
  // The message has the greatest length that a form may send, in letters that need the most bytes.
  expect(await ask({ message: '🦦'.repeat(4000) })).toEqual({ received: true });
  // Anybody can type any address, so nothing is sent to it.
  expect(await countRows(db, 'outbox')).toBe(0);
});

test.each([
  [{ page: undefined }, 'page'],
  [{ page: 'https://elsewhere.example' }, 'page'],
  [{ page: '/a b' }, 'page'],
  [{ page: `/${'a'.repeat(60)}` }, 'page'],
  [{ parent_name: '' }, 'parent_name'],
  [{ email: 'mei' }, 'email'],
  [{ phone: '12' }, 'phone'],
  [{ message: 'x'.repeat(4001) }, 'message'],
  [{ message: { html: 'x' } }, 'message'],
])('a question from a page with %o is refused', async (change, field) => {
  const p_enquiry = { page: '/june-holidays', parent_name: 'Mei', email: 'mei@example.test', ...change };
  expect(await refusal(rpc(db, visitor, 'enquire_from_page', { p_enquiry }))).toMatchObject({
    code: 'invalid_input',
    field,
  });
  expect(await countRows(db, 'leads')).toBe(0);
});
