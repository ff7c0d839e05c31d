import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type ChildDetails, makeParent, saveChild } from '#support/sql-details.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let parent: Caller;
let child: ChildDetails;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  parent = await makeParent(db, 'parent@example.test');
  child = await saveChild(db, parent, { name: 'Kai', dob: '2018-05-01' });
});
afterAll(() => db.drop());

const CHECK = '23514';

describe('the tables refuse every invalid row', () => {
  test.each(['infinity', '-infinity', '5874897-12-31', '2999-01-01', '1900-01-01'])(
    'a child born on %s is refused',
    async (day) => {
      const write = db.sql`update public.children set dob = ${day} where id = ${child.id}`;
      expect(await sqlState(write)).toBe(CHECK);
      const typed = db.sql`update public.order_children set dob = ${day} where true`;
      await shop.hold(db, await shop.makeSession(db));
      expect(await sqlState(typed)).toBe(CHECK);
      expect(await refusal(saveChild(db, parent, { id: child.id, dob: day }))).toMatchObject({
        field: 'dob',
      });
    },
  );

  const names: [what: string, name: string][] = [
    ['blank', '   '],
    ['nothing to see', '\u200b\u2060\u3164'],
    ['a line end', 'Kai\r\nTan'],
    ['a tab', 'Kai\tTan'],
    ['a control character', 'Kai\u0007'],
    ['one of the second set', 'Kai\u0085'],
    ['writing turned round', 'Kai \u202enaT'],
    ['writing from left to right by force', 'Kai\u202d'],
    ['121 characters', 'K'.repeat(121)],
  ];
  test.each(names)('a name with %s is refused', async (_, name) => {
    const write = (statement: string) => sqlState(db.sql.unsafe(statement, [name]));
    expect(await write(`update public.children set name = $1 where id = '${child.id}'`)).toBe(CHECK);
    expect(await write('update public.profiles set name = $1')).toBe(CHECK);
    expect(await write('update public.families set contact_name = $1')).toBe(CHECK);
    expect(await refusal(saveChild(db, parent, { id: child.id, name }))).toMatchObject({ field: 'name' });
    const pickup = { id: child.id, pickup_authorizations: [{ name }] };
    expect(await refusal(saveChild(db, parent, pickup))).toMatchObject({
      field: 'pickup_authorizations[0].name',
    });
    const session = await shop.makeSession(db);
    const order = await shop.hold(db, session);
    const typed = { ...shop.details, children: [{ name, dob: '2018-05-01' }] };
    expect(await refusal(shop.finalizeOrder(db, order, typed))).toMatchObject({ field: 'children[0].name' });
  });

  test.each(['王小明', 'José-María O’Neil', 'นภัสสร', 'क्षितिज', 'A', 'נועם לוי', 'Otto 🦦', '👨‍👩‍👧'])(
    '%s is accepted as a name',
    async (name) => {
      expect(await saveChild(db, parent, { id: child.id, name })).toMatchObject({ name });
    },
  );

  test.each(['Kai\u2066', '\u202aKai\u202c'])(
    'the tables refuse the invisible characters of %j, which the calls remove',
    async (name) => {
      const write = db.sql.unsafe(`update public.children set name = $1 where id = '${child.id}'`, [name]);
      expect(await sqlState(write)).toBe(CHECK);
      expect(await saveChild(db, parent, { id: child.id, name })).toMatchObject({ name: 'Kai' });
    },
  );

  test('invisible direction marks from a keyboard are removed from names, in a profile and at a checkout', async () => {
    const name = '\u200fנועם\u200e \u2068לוי\u2069\u200f';
    expect(await saveChild(db, parent, { id: child.id, name })).toMatchObject({ name: 'נועם לוי' });
    const order = await shop.hold(db, await shop.makeSession(db));
    await shop.finalizeOrder(db, order, { ...shop.details, children: [{ name, dob: '2018-05-01' }] });
    const [row] = await db.sql`
      select name from public.order_children where order_id = (select id from public.orders where secret = ${order.secret})`;
    expect(row).toEqual({ name: 'נועם לוי' });
  });

  test('notes keep their line breaks, but no characters that reverse the writing', async () => {
    const note = 'Peanuts\nand bees\tbadly';
    const health = (allergies: string) => saveChild(db, parent, { id: child.id, health: { allergies } });
    expect(await health(note)).toMatchObject({ health: { allergies: note } });
    expect(await refusal(health('Peanuts \u202eon'))).toMatchObject({ field: 'health.allergies' });
    expect(await sqlState(db.sql`update public.child_health set allergies = ${'a\u0001'}`)).toBe(CHECK);
  });

  test('an account is opened even if its name is invalid', async () => {
    const id = await makeUser(db, 'odd@example.test', [], { name: 'Odd \u202e' });
    const [row] = await db.sql`select name from public.profiles where id = ${id}`;
    expect(row).toEqual({ name: '' });
  });
});

test('the number of children per family is limited, in the family’s form and at the checkout', async () => {
  await db.sql`update public.settings set children_max = 2`;
  await saveChild(db, parent, { name: 'Lea', dob: '2018-05-01' });
  const third = saveChild(db, parent, { name: 'Lou', dob: '2018-05-01' });
  expect(await refusal(third)).toMatchObject({ code: 'too_many_children' });
  const session = await shop.makeSession(db);
  const order = await rpc<{ secret: string; total_cents: number }>(db, parent, 'hold_order', {
    p_order: { lines: [{ offer_id: shop.tryout.id, session_id: session }] },
  });
  const settle = (name: string) =>
    rpc(db, service, 'finalize_order', {
      p_secret: order.secret,
      p_details: { ...shop.details, children: [{ name, dob: '2018-05-01' }] },
      p_expected_total_cents: order.total_cents,
    });
  expect(await refusal(settle('Lou'))).toMatchObject({ code: 'too_many_children', field: 'children' });
  await settle(' lea ');
  await db.sql`update public.settings set children_max = 12`;
});

describe('a failing purge', () => {
  test('a purge that fails for one family is logged, and the others continue', async () => {
    const session = () =>
      shop.makeSession(db, { date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) });
    const [stuck, erasedFamily] = [
      await privacy.buyAs(db, 'stuck', await session()),
      await privacy.buyAs(db, 'gone', await session()),
    ];
    await privacy.makeOlder(db, '8 years');
    // This fault makes erasing the first family fail.
    await db.sql.unsafe(`
      create function private.erase_family_fault(p_family_id uuid) returns void language plpgsql set search_path = ''
      as $$ begin if p_family_id = '${stuck.familyId}' then raise exception 'Kai''s peanuts' using errcode = '22008'; end if; end $$`);
    const purged = await privacy.purge(db);
    expect(purged['idle_families']).toBeGreaterThanOrEqual(1);
    const erased = await db.sql<{ id: string }[]>`select id from public.families where erased_at is not null`;
    expect(erased.map(({ id }) => id)).toContain(erasedFamily.familyId);
    expect(erased.map(({ id }) => id)).not.toContain(stuck.familyId);
    await privacy.purge(db);
    const logged = await db.sql`select level, details from public.system_logs where component = 'purge'`;
    expect([...logged]).toEqual([
      { level: 'error', details: { class: 'idle_families', sqlstate: '22008', family_id: stuck.familyId } },
    ]);
    expect(JSON.stringify(logged)).not.toContain('peanuts');
    // The next day's purge erases the family that failed.
    await db.sql.unsafe('drop function private.erase_family_fault(uuid)');
    await privacy.backdate(db, "update public.system_logs set created_at = created_at - interval '25 hours'");
  });

  test('a purge that fails for a whole retention class is logged, and the others continue', async () => {
    await db.sql.unsafe(`
      create or replace function private.purge_child_details() returns integer language plpgsql set search_path = ''
      as $$ begin raise exception 'fault' using errcode = '22008'; end $$`);
    const purged = await privacy.purge(db);
    expect(purged['child_details']).toBeNull();
    expect(purged['idle_families']).toBeGreaterThanOrEqual(1);
    const logged = await db.sql`
      select details from public.system_logs where component = 'purge' order by id desc limit 1`;
    expect([...logged]).toEqual([{ details: { class: 'child_details', sqlstate: '22008' } }]);
  });
});
