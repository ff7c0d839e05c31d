import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PartySheet } from '#contract/kitchen.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { makeUser, refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
const who: Record<string, Caller> = { visitor: visitor, service: service };
let today: { party_id: string; code: string };
let tomorrow: { party_id: string; code: string };
beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2026-11-18T08:00:00+08:00');
  for (const role of ['parent', 'coach', 'admin'] as const) {
    const sub = await makeUser(db, `${role}@example.test`, role === 'parent' ? [] : [role]);
    who[role] = { role: 'authenticated', sub };
  }
  const enter = (startsAt: string) => leads.createParty(db, callerOf('admin'), leads.partyFields(startsAt));
  // At 23:59 in Singapore the party is today, and one minute later it is tomorrow.
  [today, tomorrow] = [await enter('2026-11-18T23:59:00+08:00'), await enter('2026-11-19T00:00:00+08:00')];
  for (const { code } of [today, tomorrow]) await leads.submitResponse(db, leads.formResponse(code));
  await leads.submitResponse(
    db,
    leads.formResponse(today.code, { attending: false, contact: { name: 'B', email: 'b@b.test' } }),
  );
});
afterAll(() => db.drop());

const callerOf = (name: string): Caller => who[name] ?? visitor;
const health = (name: string, id: string) =>
  rpc<Record<string, unknown>[]>(db, callerOf(name), 'get_party_health', { p_party_id: id });
const readLog = () => db.sql<{ user_id: string; user_context: unknown }[]>`
  select user_id, user_context from public.access_log where accessed_table = 'form_response_health' order by id`;

test('allergies of families that do not come are left out, and each view is logged', async () => {
  const before = (await readLog()).length;
  expect(await health('coach', today.party_id)).toMatchObject([
    { guest: null, details: { allergies: 'none that we know' } },
    { guest: 'Anika', age: 9, details: { allergies: 'Peanuts' } },
  ]);
  expect((await readLog()).slice(before)).toEqual([
    { user_id: callerOf('coach').sub, user_context: { party_id: today.party_id } },
  ]);
});

test('a view without a result is logged too', async () => {
  const empty = await leads.createParty(
    db,
    callerOf('admin'),
    leads.partyFields('2026-11-20T10:00:00+08:00'),
  );
  const before = (await readLog()).length;
  expect(await health('admin', empty.party_id)).toEqual([]);
  expect(await readLog()).toHaveLength(before + 1);
});

test('a coach cannot distinguish another day’s party from one that does not exist', async () => {
  const refused = { code: 'party_not_found', status: 404, field: 'p_party_id' };
  const before = (await readLog()).length;
  expect(await refusal(health('coach', tomorrow.party_id))).toMatchObject(refused);
  expect(await refusal(health('coach', randomUUID()))).toMatchObject(refused);
  expect(await readLog()).toHaveLength(before);
  expect(await health('admin', tomorrow.party_id)).toHaveLength(2);
});

test('a coach can read the party only on its day', async () => {
  await stopCalendar(db, '2026-11-19T00:00:00+08:00');
  expect(await refusal(health('coach', today.party_id))).toMatchObject({ code: 'party_not_found' });
  expect(await health('coach', tomorrow.party_id)).toHaveLength(2);
  await stopCalendar(db, '2026-11-18T08:00:00+08:00');
});

test('a cancelled party is not listed among today’s parties', async () => {
  const other = await leads.createParty(
    db,
    callerOf('admin'),
    leads.partyFields('2026-11-18T10:00:00+08:00'),
  );
  expect(await health('coach', other.party_id)).toEqual([]);
  await rpc(db, callerOf('admin'), 'cancel_party', { p_party_id: other.party_id });
  expect(await refusal(health('coach', other.party_id))).toMatchObject({ code: 'party_not_found' });
});

test.each(['visitor', 'parent', 'service'])('a %s gets no party', async (name) => {
  expect(['42501', 'PT403']).toContain(await sqlState(health(name, today.party_id)));
});

test('an admin can read the health of one response, which is logged', async () => {
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.form_responses where party_id = ${today.party_id} and attending`;
  const read = (name: string) =>
    rpc<unknown[]>(db, callerOf(name), 'get_response_health', { p_response_id: row.id });
  expect(await read('admin')).toHaveLength(2);
  expect((await readLog()).at(-1)).toEqual({
    user_id: callerOf('admin').sub,
    user_context: { response_id: row.id },
  });
  for (const name of ['coach', 'parent', 'visitor'])
    expect(['42501', 'PT403']).toContain(await sqlState(read(name)));
});

test.each(['coach', 'parent', 'admin', 'service'])(
  'a %s cannot read the tables of health and drafts directly',
  async (name) => {
    for (const table of ['form_response_health', 'form_drafts']) {
      expect(
        await sqlState(db.as(callerOf(name), (sql) => sql.unsafe(`select 1 from public.${table}`))),
      ).toBe('42501');
    }
  },
);

test.each([
  'parties',
  'form_responses',
  'form_response_guests',
  'leads',
  'error_reports',
  'booking_analytics',
])('a coach and a parent find no rows in %s', async (table) => {
  for (const name of ['coach', 'parent']) {
    expect(await db.as(callerOf(name), (sql) => sql.unsafe(`select 1 from public.${table}`))).toHaveLength(0);
  }
});

test('no role can read the token of a response', async () => {
  for (const name of ['coach', 'parent', 'admin']) {
    const read = db.as(callerOf(name), (sql) => sql`select token from public.form_responses`);
    expect(await sqlState(read)).toBe('42501');
  }
});

const sheetOf = (name: string, id: string) => rpc(db, callerOf(name), 'get_party_sheet', { p_party_id: id });

test('the sheet has the guests, and a guest without any answer about allergies is unknown', async () => {
  const { party_id, code } = await leads.createParty(
    db,
    callerOf('admin'),
    leads.partyFields('2026-11-18T15:00:00+08:00'),
  );
  const answer = { answers: { colour: 'blue' } };
  await leads.submitResponse(
    db,
    leads.formResponse(code, {
      ...answer,
      guests: [
        { name: 'Anika', age: 9, allergies: 'Peanuts' },
        { name: 'Silent', age: 8 },
      ],
    }),
  );
  await leads.submitResponse(
    db,
    leads.formResponse(code, {
      contact: { name: 'For All', email: 'all@b.test' },
      guests: [{ name: 'Covered', age: 7 }],
    }),
  );
  await leads.submitResponse(
    db,
    leads.formResponse(code, {
      ...answer,
      attending: false,
      contact: { name: 'Away', email: 'away@b.test' },
      guests: [{ name: 'Absent', age: 8, allergies: 'Milk' }],
    }),
  );
  const before = (await readLog()).length;
  const sheet = v.parse(PartySheet, await sheetOf('coach', party_id));
  expect([sheet.coming, sheet.agreed, sheet.host_phone]).toEqual([3, 10, '+6591234567']);
  const guests = sheet.families.flatMap((family) => family.guests);
  expect(guests.map(({ name, state, allergies }) => [name, state, allergies])).toEqual([
    ['Anika', 'reported', ['Peanuts']],
    ['Silent', 'unknown', []],
    ['Covered', 'family', []],
  ]);
  expect(sheet.families.find(({ name }) => name === 'For All')?.allergies).toEqual([
    'allergies: none that we know',
  ]);
  expect(sheet.left_out).toBe(0);
  expect(sheet.families.find(({ name }) => name === 'Away')).toMatchObject({
    attending: false,
    allergies: [],
    guests: [],
  });
  expect(JSON.stringify(sheet)).not.toMatch(/Absent|Milk/);
  expect((await readLog()).slice(before)).toEqual([
    { user_id: callerOf('coach').sub, user_context: { party_id } },
  ]);
});

test('only an answer about allergies makes a family’s guests known, and each answer shows its question', async () => {
  const made = await leads.createParty(db, callerOf('admin'), leads.partyFields('2026-11-18T16:00:00+08:00'));
  const answers: [string, Record<string, unknown>][] = [
    ['Diet', { diet: 'vegetarian' }],
    ['Eggs', { nut_allergy: true, eggAllergy: false }],
    ['Empty', { allergies: ' ' }],
    ['Notes', { healthNotes: 'EpiPen in the bag' }],
    ['Silent', {}],
  ];
  for (const [name, given] of answers)
    await leads.submitResponse(
      db,
      leads.formResponse(made.code, {
        answers: { colour: 'blue' },
        health: given,
        contact: { name, email: `${name}@b.test` },
        guests: name === 'Silent' ? [] : [{ name: `${name} Junior`, age: 7 }],
      }),
    );
  const sheet = v.parse(PartySheet, await sheetOf('admin', made.party_id));
  expect(
    sheet.families.map((family) => [
      family.name,
      family.is_answered,
      family.has_other_notes,
      family.allergies,
      family.guests.map(({ state }) => state),
    ]),
  ).toEqual([
    ['Diet', false, false, ['diet: vegetarian'], ['unknown']],
    ['Eggs', true, false, ['egg allergy: no', 'nut allergy: yes'], ['family']],
    ['Empty', false, false, [], ['unknown']],
    ['Notes', false, true, [], ['unknown']],
    ['Silent', false, false, [], []],
  ]);
  expect(JSON.stringify(sheet)).not.toContain('EpiPen');
});

test('the sheet says how many answers it leaves out, and first leaves out families that do not come', async () => {
  const made = await leads.createParty(db, callerOf('admin'), leads.partyFields('2026-11-18T17:00:00+08:00'));
  await db.sql`
    insert into public.form_responses (form_id, party_id, attending, contact_name, contact_email, submitted_at)
    select 'rsvp', ${made.party_id}, n > 2, 'Family ' || n, n || '@b.test', now() + n * interval '1 second'
    from generate_series(1, 303) n`;
  const sheet = v.parse(PartySheet, await sheetOf('admin', made.party_id));
  expect([sheet.families.length, sheet.left_out]).toEqual([300, 3]);
  expect(sheet.families.every(({ attending }) => attending)).toBe(true);
});

test('only admins, and coaches on the day, can open the sheet', async () => {
  for (const part of ['visitor', 'service'])
    expect(await sqlState(sheetOf(part, today.party_id))).toBe('42501');
  expect(await refusal(sheetOf('parent', today.party_id))).toMatchObject({ code: 'not_allowed' });
  expect(await refusal(sheetOf('coach', tomorrow.party_id))).toMatchObject({ code: 'party_not_found' });
  expect(await refusal(sheetOf('admin', randomUUID()))).toMatchObject({ code: 'party_not_found' });
  expect(v.parse(PartySheet, await sheetOf('admin', tomorrow.party_id)).party_id).toBe(tomorrow.party_id);
});
