/** Tests what an admin looks up before a sale at the desk: the family and the price (docs/decisions "/sales"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { DeskFamilies } from '#contract/desk.ts';
import { DeskOrder } from '#contract/passes.ts';
import { Quote } from '#contract/quotes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as passes from '#support/sql-passes.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let home: Awaited<ReturnType<typeof passes.makeHome>>;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
  home = await passes.makeHome(db);
  await db.sql`update public.families set contact_name = 'Wei O’Brien', contact_phone = '+6591112222' where id = ${home.familyId}`;
  await db.sql`update public.children set name = 'Zhi Xuan' where id = ${home.childId}`;
});
afterAll(() => db.drop());

const find = async (p_search: unknown) =>
  v.parse(DeskFamilies, await rpc(db, people.callers.admin, 'find_desk_families', { p_search }));
const quote = async (p_sale: object) =>
  v.parse(Quote, await rpc(db, people.callers['business admin'], 'quote_at_desk', { p_sale }));
const sell = async (p_sale: object) =>
  v.parse(DeskOrder, await rpc(db, people.callers.admin, 'sell_at_desk', { p_sale }));

const calls = (): [string, Record<string, unknown>][] => [
  ['find_desk_families', { p_search: 'brien' }],
  ['quote_at_desk', { p_sale: { lines: [{ offer_id: 'pass-term' }] } }],
  ['sell_at_desk', { p_sale: {} }],
];
describe.each([0, 1, 2])('call %i', (at) => {
  test.each(['visitor', 'service'] as const)('%s cannot call it', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await sqlState(rpc(db, people.callers[role], name, body))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await refusal(rpc(db, people.callers[role], name, body))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
  });
});

test.each(['brien', 'O’Brien Wei', '9111 2222', 'xuan zhi'])('a family is found by %s', async (search) => {
  const { rows } = await find(search);
  expect(rows.map(({ family_id }) => family_id)).toEqual([home.familyId]);
  expect(rows[0]?.children).toMatchObject([{ id: home.childId, name: 'Zhi Xuan' }]);
});

test('an admin finds a family by its id, and nobody by another id', async () => {
  expect((await find(home.familyId)).rows.map(({ family_id }) => family_id)).toEqual([home.familyId]);
  expect((await find(randomUUID())).rows).toEqual([]);
});

test.each([null, '', ' ', 'b', ' b ', 'x'.repeat(121)])('%j is refused as a search', async (search) => {
  expect(await refusal(find(search))).toMatchObject({ code: 'invalid_input', field: 'p_search' });
});

test.each(['%%', '__', "';--"])('%s finds nobody', async (search) => {
  expect(await find(search)).toEqual({ more: false, rows: [] });
});

test('an erased family is not found', async () => {
  const erasedHome = await passes.makeHome(db);
  await db.sql`update public.families set contact_name = 'Forgotten One' where id = ${erasedHome.familyId}`;
  expect((await find('forgotten')).rows).toHaveLength(1);
  await db.sql`update public.families set erased_at = now() where id = ${erasedHome.familyId}`;
  expect((await find('forgotten')).rows).toEqual([]);
  expect((await find(erasedHome.familyId)).rows).toEqual([]);
});

test('the quoted price is the charged price, also for siblings of a known family, and a quote writes nothing', async () => {
  const start = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const camp = await camps.makeCamp(db, { start });
  const sale = {
    family_id: home.familyId,
    children: [{ id: home.childId }, { name: 'New Child', dob: '2019-01-01' }],
    lines: [0, 1].map((child) => ({ offer_id: 'tier-spark', camp_id: camp, child })),
  };
  const before = await countRows(db, 'orders');
  const { total_cents, rebate_cents } = await quote(sale);
  expect(await countRows(db, 'orders')).toBe(before);
  expect(rebate_cents).toBeGreaterThan(0);
  await sell({
    ...sale,
    key: randomUUID(),
    consents: { terms: true, activity: true },
    method: 'cash',
    parent: { phone: '+6591234567' },
    expected_total_cents: total_cents,
  });
  // A child that is already booked is reported for its line before the parent pays.
  expect((await quote(sale)).refusals).toMatchObject([{ code: 'already_booked', field: 'lines[0].child' }]);
});

test('a child of another family is refused, and so is an invalid sale', async () => {
  const other = await passes.makeHome(db);
  const line = { offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 };
  for (const family_id of [home.familyId, null])
    expect(
      await refusal(quote({ family_id, children: [{ id: other.childId }], lines: [line] })),
    ).toMatchObject({ code: 'child_not_found', field: 'children[0].id' });
  expect(
    await refusal(quote({ family_id: randomUUID(), children: [], lines: [{ offer_id: 'pass-term' }] })),
  ).toMatchObject({
    code: 'family_not_found',
  });
  expect(await refusal(quote({ lines: [] }))).toMatchObject({ code: 'invalid_input', field: 'lines' });
  expect(await refusal(quote({ family_id: 'x', lines: [line] }))).toMatchObject({ field: 'family_id' });
});
