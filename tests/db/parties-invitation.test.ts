import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { createParty, readRateLimit, partyFields, visitorAt } from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
const others: Record<string, Caller> = { visitor: visitor, service: service };
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  const user = async (name: string, roles: string[]): Promise<Caller> => ({
    role: 'authenticated',
    sub: await makeUser(db, `${name}@example.test`, roles),
  });
  admin = { ...(await user('admin', ['business_admin'])), claims: { aal: 'aal2' } };
  others['parent'] = await user('parent', []);
  others['coach'] = await user('coach', ['coach']);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.parties, public.rate_limits cascade`);

const get = (code: string | null, who: Caller = visitor) =>
  rpc<Record<string, unknown> | null>(db, who, 'get_party', { p_code: code });
const tomorrow = '2026-11-19T15:00:00+08:00';

test('staff create a party; its link shows the invitation and nothing about the host', async () => {
  const { code } = await createParty(
    db,
    admin,
    partyFields(tomorrow, { offer_id: 'pass-tryout', form_id: 'form-rsvp' }),
  );
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{20}$/);
  expect(await get(code.toLowerCase())).toEqual({
    title: 'An otter birthday',
    starts_at: '2026-11-19T07:00:00.000Z',
    ends_at: '2026-11-19T09:00:00.000Z',
    place: 'Somerset Skate Park',
    form_id: 'form-rsvp',
    status: 'planned',
    open: true,
  });
});

test('all codes are different and use the whole alphabet', async () => {
  const rows = await db.sql<
    { code: string }[]
  >`select private.party_code() as code from generate_series(1, 500)`;
  expect(new Set(rows.map(({ code }) => code)).size).toBe(500);
  expect(new Set(rows.map(({ code }) => code).join('')).size).toBe(31);
});

test('a cancelled or past party is closed', async () => {
  const { party_id, code } = await createParty(db, admin, partyFields(tomorrow));
  expect(await rpc(db, admin, 'cancel_party', { p_party_id: party_id })).toEqual({
    status: 'cancelled',
    notified: 0,
  });
  expect(await get(code)).toMatchObject({ status: 'cancelled', open: false });
  const other = await createParty(db, admin, partyFields(tomorrow));
  await db.sql`
    update public.parties set starts_at = '2026-11-18T01:00:00+08:00', ends_at = '2026-11-18T12:00:00+08:00'
    where id = ${other.party_id}`;
  expect(await get(other.code)).toMatchObject({ status: 'planned', open: false });
});

test('guessed codes are counted and then refused', async () => {
  const { party_id, code } = await createParty(db, admin, partyFields(tomorrow));
  const who = visitorAt('203.0.113.1');
  for (const guess of [code.slice(0, -1), `${code}2`, party_id, '%', '', null])
    expect(await get(guess, who)).toBeNull();
  for (let n = 6; n < (await readRateLimit(db, 'guess')); n++)
    expect(await get('2'.repeat(20), who)).toBeNull();
  expect(await refusal(get('3'.repeat(20), who))).toMatchObject({ code: 'rate_limited', status: 429 });
  // The right link works, however many strangers guess from the same address.
  expect(await get(code, who)).toMatchObject({ open: true });
  expect(await get('3'.repeat(20), visitorAt('203.0.113.2'))).toBeNull();
});

test('the number of times that an address can read an invitation is limited', async () => {
  const { code } = await createParty(db, admin, partyFields(tomorrow));
  const who = visitorAt('203.0.113.1');
  await get(code, who);
  await db.sql`update public.rate_limits set hits = ${(await readRateLimit(db, 'get_party')) - 1}`;
  expect(await get(code, who)).toMatchObject({ open: true });
  expect(await refusal(get(code, who))).toMatchObject({ code: 'rate_limited', status: 429 });
  expect(await get(code, visitorAt('203.0.113.2'))).toMatchObject({ open: true });
});

test.each(['visitor', 'parent', 'coach', 'service'])('a %s cannot enter or cancel a party', async (name) => {
  const who = others[name] ?? visitor;
  const { party_id } = await createParty(db, admin, partyFields(tomorrow));
  for (const call of [
    () => createParty(db, who, partyFields(tomorrow)),
    () => rpc(db, who, 'cancel_party', { p_party_id: party_id }),
  ]) {
    expect(['42501', 'PT403']).toContain(await sqlState(call()));
  }
  expect([...(await db.sql`select status from public.parties`)]).toEqual([{ status: 'planned' }]);
});

test('an unknown party cannot be cancelled', async () => {
  expect(await refusal(rpc(db, admin, 'cancel_party', { p_party_id: randomUUID() }))).toMatchObject({
    code: 'party_not_found',
    status: 404,
  });
});

test.each([
  ['title', ''],
  ['title', 'x'.repeat(121)],
  ['host_name', null],
  ['host_email', 'x'],
  ['host_phone', '123'],
  ['starts_at', 'tomorrow'],
  ['starts_at', '2026-11-19T15:00:00'],
  ['starts_at', '2026-02-30T15:00:00+08:00'],
  ['starts_at', '2026-11-18T12:00:00+08:00'],
  ['ends_at', tomorrow],
  ['ends_at', '2026-11-21T15:00:00+08:00'],
  ['place', undefined],
  ['head_count', 0],
  ['head_count', '10'],
  ['family_id', randomUUID()],
  ['family_id', 'mine'],
  ['form_id', 5],
])('a party with %s %j is refused', async (field, value) => {
  const call = createParty(
    db,
    admin,
    partyFields(tomorrow, { ends_at: '2026-11-19T17:00:00+08:00', [field]: value }),
  );
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'parties')).toBe(0);
});
