/**
 * Tests staff's leads: how far each lead is, what was bought, and what was noted (spec 2 §4, docs/decisions
 * "/management/leads").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeadChanged, LeadNoted, StaffLeads, StaffLeadDetails } from '#contract/management-leads.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { reserveSpot } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const list = async (filter: Record<string, unknown> = {}, more: Record<string, unknown> = {}, role?: Role) =>
  v.parse(StaffLeads, await call('list_leads', { p_filter: filter, ...more }, role));
const readLead = async (lead: string) =>
  v.parse(StaffLeadDetails, await call('get_lead', { p_lead_id: lead }));
const set = async (lead: string, status: string | null, seen: string | null, order: string | null = null) =>
  v.parse(
    LeadChanged,
    await call('set_lead_status', { p_lead_id: lead, p_status: status, p_expected: seen, p_order_id: order }),
  );
const note = async (lead: string, id: string, body: string | null) =>
  v.parse(LeadNoted, await call('note_lead', { p_lead_id: lead, p_note_id: id, p_body: body }));
const join = () => rpc(db, service, 'join_leads');

let leads = 0;
/** Reserves a spot, and returns the id and the token of the lead. */
async function makeLead(change: object = {}): Promise<{ lead: string; token: string }> {
  const { token } = await reserveSpot(db, {
    email: `lead${++leads}@example.test`,
    whatsapp: `+6581${String(leads).padStart(6, '0')}`,
    ...change,
  });
  const [row] = await db.sql<[{ id: string }]>`select id from public.leads where token = ${token}`;
  return { lead: row.id, token };
}
const makeEnquiry = async (email: string) => {
  await rpc(db, visitor, 'enquire_birthday', {
    p_enquiry: { parent_name: 'Bea', email, message: 'Shade?' },
  });
  const [row] = await db.sql<[{ id: string }]>`select id from public.leads where email = ${email}`;
  return row.id;
};
const sellTo = async (email: string, phone = '+6591112222') =>
  callAs<{ order_id: string; number: string }>(db, people.callers.admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: { ...shop.details.parent, name: 'Wei Ng', email, phone },
    children: [{ name: `Child of ${email}`, dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
    consents: { terms: true, activity: true },
    method: 'paynow',
    expected_total_cents: 69_700,
  });

const calls: [string, Record<string, unknown>][] = [
  ['list_leads', {}],
  ['get_lead', { p_lead_id: randomUUID() }],
  ['set_lead_status', { p_lead_id: randomUUID(), p_status: 'contacted', p_expected: 'new' }],
  ['note_lead', { p_lead_id: randomUUID(), p_note_id: randomUUID(), p_body: 'x' }],
];
describe.each(calls)('%s', (name, body) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call(name, body, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});
test.each(['visitor', 'parent', 'coach', 'admin'] as const)('%s cannot run the chore', async (role) =>
  expect(await sqlState(call('join_leads', {}, role))).toBe('42501'),
);

test.each(['admin', 'business admin'] as const)('%s sees each lead without its token', async (role) => {
  const { lead, token } = await makeLead();
  const all = await list({}, { p_limit: 1000 }, role);
  expect(all.rows.find(({ lead_id }) => lead_id === lead)).toMatchObject({
    status: 'waitlist_conversion_pending',
    original_status: 'waitlist_conversion_pending',
    wants: 'holiday_package',
    source: 'waitlist_modal',
    is_engaged: false,
    order_id: null,
    notes: 0,
    may_have_purchased: false,
  });
  expect(Object.values(all.stages ?? {}).reduce((sum, one) => sum + one, 0)).toBe(all.count);
  expect(JSON.stringify(all) + JSON.stringify(await readLead(lead))).not.toContain(token);
});

test.each(['-created', 'created', '-activity', 'activity'])(
  'the pages by %s return each lead once',
  async (sort) => {
    const allIds = (await list({}, { p_sort: sort, p_limit: 1000 })).rows.map(({ lead_id }) => lead_id);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page: StaffLeads = await list({}, { p_sort: sort, p_after: after, p_limit: 2 });
      if (after !== null) expect([page.count, page.stages]).toEqual([null, null]);
      paged.push(...page.rows.map(({ lead_id }) => lead_id));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(allIds);
    expect(new Set(paged).size).toBe(paged.length);
  },
);

test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
  [{ status: 'gone' }, {}, 'p_filter.status'],
  [{ source: "x' or true --" }, {}, 'p_filter.source'],
  [{ until: '2026-02-31' }, {}, 'p_filter.until'],
  [{ search: '' }, {}, 'p_filter.search'],
  [{ token: 'x' }, {}, 'p_filter.token'],
  [{}, { p_sort: 'token' }, 'p_sort'],
  [{}, { p_limit: null }, 'p_limit'],
])('%o %o is refused', async (filter, more, field) =>
  expect(await refusal(list(filter, more))).toMatchObject({ code: 'invalid_input', field }),
);

test('staff find a lead by part of its name, address or number, and wildcards have no special meaning', async () => {
  const { lead } = await makeLead({ parent_name: 'Padma Iyer_Rao', whatsapp: '+65 9777 1234' });
  const findLeads = async (search: string) => (await list({ search })).rows.map(({ lead_id }) => lead_id);
  for (const search of ['iyer_r', 'rao padma', '9777 1234']) expect(await findLeads(search)).toEqual([lead]);
  expect(await findLeads('iyerXr')).toEqual([]);
});

test('nobody can see a lead after its deletion date', async () => {
  const { lead } = await makeLead();
  await db.sql`update public.leads set auto_delete_at = clock_timestamp() where id = ${lead}`;
  expect((await list({}, { p_limit: 1000 })).rows.map(({ lead_id }) => lead_id)).not.toContain(lead);
  expect(await refusal(readLead(lead))).toMatchObject({ code: 'lead_not_found', status: 404 });
});

describe('the status of a lead', () => {
  test('an admin sets it to contacted, to closed and back to the parent’s own status, and each change names the admin', async () => {
    const { lead, token } = await makeLead();
    await set(lead, 'contacted', 'waitlist_conversion_pending');
    // The parent opens the group now. The status that staff gave remains, and an undo returns to the status of the
    // group.
    await rpc(db, visitor, 'update_lead', { p_token: token, p_status: 'waitlist_whatsapp_joined' });
    expect((await readLead(lead)).lead).toMatchObject({
      status: 'contacted',
      original_status: 'waitlist_whatsapp_joined',
    });
    await set(lead, 'closed', 'contacted');
    expect(await set(lead, 'waitlist_whatsapp_joined', 'closed')).toMatchObject({
      status: 'waitlist_whatsapp_joined',
    });
    const { events } = await readLead(lead);
    expect(events.map(({ status }) => status)).toEqual(['waitlist_whatsapp_joined', 'closed', 'contacted']);
    expect(events.every(({ who }) => who !== null)).toBe(true);
  });

  test('every other value, and a change of a status that the admin has not seen, is refused; a repeated request changes it once', async () => {
    const { lead } = await makeLead();
    for (const status of ['new', 'waitlist_whatsapp_joined', 'gone', null])
      expect(await refusal(set(lead, status, 'waitlist_conversion_pending'))).toMatchObject({
        code: 'invalid_input',
        field: 'p_status',
      });
    expect(await refusal(set(lead, 'contacted', null))).toMatchObject({ code: 'changed_meanwhile' });
    await set(lead, 'contacted', 'waitlist_conversion_pending');
    await set(lead, 'contacted', 'waitlist_conversion_pending');
    expect(await refusal(set(lead, 'closed', 'waitlist_conversion_pending'))).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await readLead(lead)).events).toHaveLength(1);
  });

  test('when two admins change it at once, the second is refused because of the first change', async () => {
    const { lead } = await makeLead();
    const both = await Promise.allSettled([
      set(lead, 'contacted', 'waitlist_conversion_pending'),
      set(lead, 'closed', 'waitlist_conversion_pending'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the purchase of a lead', () => {
  test('a purchase under an address that the family has verified is linked automatically, and cannot be unlinked', async () => {
    const email = 'parent@example.test';
    const { lead } = await makeLead({ email });
    expect(await join()).toEqual({ joined: 0 });
    const [order] = await db.sql<[{ id: string }]>`
      update public.orders set paid_at = clock_timestamp()
      where id = (select id from public.orders where family_id = ${people.familyId} and paid_at is not null order by id limit 1)
      returning id`;
    // The account has not verified the address, so the purchase is not joined.
    expect(await join()).toEqual({ joined: 0 });
    await db.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
    expect(await join()).toEqual({ joined: 1 });
    expect(await join()).toEqual({ joined: 0 });
    expect((await readLead(lead)).lead).toMatchObject({
      status: 'converted',
      order_id: order.id,
      has_verified_match: true,
    });
    expect(await refusal(set(lead, 'contacted', 'converted'))).toMatchObject({ code: 'choice_made' });
  });

  test('a purchase under an unverified address is not linked: staff decide whether it belongs to the lead, and may undo that', async () => {
    const { lead } = await makeLead({ email: 'typed@example.test' });
    const { order_id, number } = await sellTo('Typed@example.test');
    await join();
    const before = await readLead(lead);
    expect(before.lead).toMatchObject({ status: 'waitlist_conversion_pending', may_have_purchased: true });
    expect(before.bought).toMatchObject([
      { order_id, number, by_email: true, by_phone: false, total_cents: 69_700 },
    ]);
    await set(lead, 'converted', 'waitlist_conversion_pending', order_id);
    expect((await readLead(lead)).lead).toMatchObject({
      order_number: number,
      has_verified_match: false,
      may_have_purchased: false,
    });
    await set(lead, 'waitlist_conversion_pending', 'converted');
    expect((await readLead(lead)).lead).toMatchObject({
      order_id: null,
      status: 'waitlist_conversion_pending',
    });
  });

  test('a purchase that was paid earlier or belongs to somebody else cannot be linked', async () => {
    const before = await sellTo('before@example.test', '+6592223333');
    const { lead } = await makeLead({ email: 'before@example.test', whatsapp: '+6594445555' });
    const other = await sellTo('else@example.test');
    expect((await readLead(lead)).bought).toEqual([]);
    for (const order of [before.order_id, other.order_id, randomUUID(), null])
      expect(await refusal(set(lead, 'converted', 'waitlist_conversion_pending', order))).toMatchObject({
        code: 'order_not_found',
      });
    const byPhone = await sellTo('third@example.test', '+6594445555');
    expect((await readLead(lead)).bought).toMatchObject([
      { order_id: byPhone.order_id, by_email: false, by_phone: true },
    ]);
    expect(await refusal(set(lead, 'closed', 'waitlist_conversion_pending', byPhone.order_id))).toMatchObject(
      {
        code: 'order_not_found',
      },
    );
  });

  test('birthday enquiries are converted by staff, never by an order', async () => {
    const lead = await makeEnquiry('bea@example.test');
    await sellTo('bea@example.test');
    await join();
    const before = await readLead(lead);
    expect(before.lead).toMatchObject({
      status: 'new',
      source: 'birthday_enquiry',
      may_have_purchased: false,
    });
    expect(before.enquiry).toMatchObject({ message: 'Shade?', guests: null, page: null });
    expect(await set(lead, 'converted', 'new')).toMatchObject({ status: 'converted' });
    expect(await set(lead, 'new', 'converted')).toMatchObject({ status: 'new' });
  });
});

describe('notes about a lead', () => {
  test('notes name their author, are written once each, and are deleted with their lead', async () => {
    const { lead } = await makeLead();
    const id = randomUUID();
    await note(lead, id, ' Called,\r\nasks again in May. ');
    await note(lead, id, 'sent again');
    expect((await readLead(lead)).notes).toMatchObject([
      { note_id: id, body: 'Called,\nasks again in May.' },
    ]);
    expect((await readLead(lead)).notes[0]?.who).not.toBeNull();
    await db.sql`update public.leads set auto_delete_at = clock_timestamp() where id = ${lead}`;
    await db.sql`select private.purge_leads()`;
    expect(await db.sql`select from public.lead_notes where id = ${id}`).toHaveLength(0);
    expect(await refusal(note(lead, randomUUID(), 'late'))).toMatchObject({ code: 'lead_not_found' });
  });

  test.each<[body: string | null]>([[''], [null], ['x'.repeat(2001)], ['a\u0007b']])(
    '%j is refused as a note',
    async (body) => {
      const { lead } = await makeLead();
      expect(await refusal(note(lead, randomUUID(), body))).toMatchObject({
        code: 'invalid_input',
        field: 'p_body',
      });
    },
  );
});
