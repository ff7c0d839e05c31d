/** Tests that the screen offers, the call accepts and the column allows the same roles for the second factor. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Setting } from '#contract/management-settings.ts';
import { staffRoles } from '#contract/staff-roles.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

test('the second factor can be required for every role that the column accepts', async () => {
  const [row] = await db.sql<[{ rule: string }]>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = 'public.settings'::regclass and pg_get_constraintdef(oid) like '%second_factor_roles%'`;
  const accepted = staffRoles.filter((role) => row.rule.includes(role));
  expect(accepted).toEqual(staffRoles);
  let seen = ['business_admin'];
  for (const role of accepted) {
    const value = [...new Set(['business_admin', role])];
    const p_change = { name: 'second_factor_roles', value, seen };
    const answer = await rpc(db, people.callers['business admin'], 'save_setting', { p_change });
    expect(v.parse(Setting, answer)).toMatchObject({ value });
    seen = value;
  }
});
