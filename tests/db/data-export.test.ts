/** Business admins copy all data, page by page. It is logged, families see it, and it has no health details. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ExportPage, exportTopics } from '#contract/data-export.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makePeople, type People } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

const read = async (p_topic: string, p_after: string | null = null, p_limit = 1000) =>
  v.parse(
    ExportPage,
    await rpc(db, people.callers['business admin'], 'export_data', { p_topic, p_after, p_limit }),
  );
async function readAll(topic: string): Promise<ExportPage['rows']> {
  const rows: ExportPage['rows'] = [];
  let after: string | null = null;
  do {
    const page: ExportPage = await read(topic, after, 1);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}

test.each(exportTopics)(
  'the pages of %s have each row once, with an id and its columns in order',
  async (topic) => {
    const { rows, columns, next } = await read(topic);
    expect(rows.length).toBeGreaterThan(0);
    expect(next).toBeNull();
    expect(await readAll(topic)).toEqual(rows);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(columns[0]).toBe('id');
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(columns.toSorted());
    for (const column of columns.filter((name) => name.endsWith('_cents')))
      for (const row of rows) expect(Number.isInteger(row[column]), column).toBe(true);
    if (columns.some((name) => name.endsWith('_cents'))) expect(columns).toContain('currency');
    for (const column of columns.filter((name) => name.endsWith('_at')))
      for (const row of rows)
        expect(row[column] ?? '2026-01-01T00:00:00.000Z').toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  },
);

test('no page has health, behaviour, pick-up or secrets', async () => {
  for (const topic of exportTopics) {
    const { columns } = await read(topic);
    for (const column of columns)
      expect(column).not.toMatch(/health|allerg|medic|behav|pickup|secret|token|hash|signature|photo|note/);
  }
});

test('a copy is logged once for each file, and a family reads that its details were copied', async () => {
  const [before] = await db.sql<[{ last: string }]>`select coalesce(max(id), 0) as last from audit_log`;
  await readAll('families');
  await readAll('payments');
  // Whoever begins in the middle leaves a trace, too.
  const other = {
    ...people.callers['business admin'],
    sub: await makeUser(db, 'partner@example.test', ['business_admin']),
  };
  await rpc(db, other, 'export_data', {
    p_topic: 'leads',
    p_after: '00000000-0000-0000-0000-000000000000',
    p_limit: 1000,
  });
  expect(
    await db.sql`select row_key, action, user_id from audit_log where table_name = 'data_export' and id > ${before.last} order by id`,
  ).toEqual([
    { row_key: 'families', action: 'ask', user_id: people.callers['business admin'].sub },
    { row_key: 'payments', action: 'ask', user_id: people.callers['business admin'].sub },
    { row_key: 'leads', action: 'ask', user_id: other.sub },
  ]);
  const receipt = await rpc<{ reads: { how: string }[] }>(db, people.callers.parent, 'get_privacy_receipt');
  expect(receipt.reads).toContainEqual(
    expect.objectContaining({ topic: 'families', how: 'owner_copy', role: 'business_admin' }),
  );
});

test('what waits, parties and vouchers are copied without a key to them and without a named friend', async () => {
  const { familyId, childId } = people;
  const [entry] = await db.sql<[{ id: string }]>`
    insert into public.waitlist_entries (camp_id, places, family_id, parent_name, parent_email)
    select id, 2, ${familyId}, 'Priya', 'parent@example.test' from public.camp_weeks limit 1 returning id`;
  await db.sql`
    insert into public.waitlist_children (entry_id, position, child_id, name, dob, is_friend)
    values (${entry.id}, 0, ${childId}, 'Maya', '2018-05-01', false), (${entry.id}, 1, null, 'Kai', '2018-06-02', true)`;
  const { rows } = await read('waitlist_children');
  expect(
    rows
      .filter(({ waitlist_id }) => waitlist_id === entry.id)
      .toSorted((a, b) => Number(a.position) - Number(b.position)),
  ).toEqual([
    expect.objectContaining({
      family_id: familyId,
      child_id: childId,
      name: 'Maya',
      birth_date: '2018-05-01',
    }),
    expect.objectContaining({ family_id: familyId, child_id: null, name: null, birth_date: null }),
  ]);
  const keys = await db.sql<{ key: string }[]>`
    select secret::text as key from public.waitlist_entries union all select code from public.parties
    union all select code_hash from public.gift_vouchers`;
  expect(keys.length).toBeGreaterThan(2);
  for (const topic of ['waitlists', 'parties', 'gift_vouchers'] as const) {
    const copied = JSON.stringify(await read(topic));
    for (const { key } of keys) expect(copied, topic).not.toContain(`"${key}"`);
  }
});

test.each(['waitlists', 'waitlist_children', 'parties'])(
  'each family in a copy of %s reads that its details were copied',
  async (topic) => {
    await db.sql`update public.parties set family_id = ${people.familyId}`;
    const [{ last }] = await db.sql<[{ last: Date }]>`select clock_timestamp() as last`;
    const { rows } = await read(topic);
    const families = new Set(rows.map(({ family_id }) => family_id).filter((id) => id !== null));
    expect(families).toContain(people.familyId);
    const reads = await db.sql<{ family_id: string }[]>`
      select family_id from public.access_log where access_type = 'owner_copy' and created_at >= ${last}`;
    expect(reads.map(({ family_id }) => family_id).toSorted()).toEqual([...families].toSorted());
  },
);

describe('attacks on the copy', () => {
  const body = { p_topic: 'orders', p_after: null, p_limit: 10 };
  test.each(['parent', 'other parent', 'coach', 'admin'] as const)('%s is refused', async (part) => {
    expect(await refusal(rpc(db, people.callers[part], 'export_data', body))).toMatchObject({
      code: 'not_allowed',
    });
  });
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) => {
    expect(await sqlState(rpc(db, people.callers[part], 'export_data', body))).toBe('42501');
  });
  test('a sign-in of long ago is refused', async () => {
    const admin = people.callers['business admin'];
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    const earlier = { ...admin, claims: { ...admin.claims, amr: [{ method: 'totp', timestamp }] } };
    expect(await refusal(rpc(db, earlier, 'export_data', body))).toMatchObject({ code: 'sign_in_again' });
  });
  test.each([
    ['p_topic', { p_topic: 'child_health' }],
    ['p_topic', { p_topic: "orders' union select" }],
    ['p_topic', { p_topic: null }],
    ['p_limit', { p_limit: 0 }],
    ['p_limit', { p_limit: 1001 }],
    ['p_limit', { p_limit: null }],
  ])('a wrong %s is refused', async (field, change) => {
    expect(
      await refusal(rpc(db, people.callers['business admin'], 'export_data', { ...body, ...change })),
    ).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
