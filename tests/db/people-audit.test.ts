import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

describe('the audit log', () => {
  async function readAudit(work: () => Promise<unknown>) {
    const [last] = await db.sql<[{ id: number }]>`select coalesce(max(id), 0) as id from public.audit_log`;
    await work();
    const rows = await db.sql`
      select user_id, actor, action, table_name, row_key, before, after from public.audit_log
      where id > ${last.id} order by id`;
    return [...rows];
  }
  const none = { user_id: null, actor: 'postgres' };

  test('the log records roles that are given and removed', async () => {
    const roles = { ...none, table_name: 'user_roles', row_key: people.otherFamilyId };
    const key = people.callers['other parent'].sub ?? '';
    expect(
      await readAudit(async () => {
        await db.sql`insert into public.user_roles (user_id, role) values (${key}, 'coach')`;
        await db.sql`update public.user_roles set role = 'admin' where user_id = ${key} and role = 'coach'`;
        await db.sql`delete from public.user_roles where user_id = ${key} and role = 'admin'`;
      }),
    ).toEqual([
      { ...roles, row_key: key, action: 'insert', before: null, after: { role: 'coach' } },
      { ...roles, row_key: key, action: 'update', before: { role: 'coach' }, after: { role: 'admin' } },
      { ...roles, row_key: key, action: 'delete', before: { role: 'admin' }, after: null },
    ]);
  });

  test('the log records levels, but not names', async () => {
    const entries = await readAudit(async () => {
      await db.sql`update public.children set current_level = 3, name = 'Kai' where id = ${people.childId}`;
      await db.sql`update public.children set current_level = 3, gender = 'boy' where id = ${people.childId}`;
    });
    expect(entries).toEqual([
      {
        ...none,
        action: 'update',
        table_name: 'children',
        row_key: people.childId,
        before: { current_level: 1 },
        after: { current_level: 3 },
      },
    ]);
  });

  test('the log records consents, with who gave them', async () => {
    const [row] = await readAudit(() =>
      rpc(db, people.callers.parent, 'record_consent', { p_purpose: 'terms', p_given: true, p_version: 1 }),
    );
    expect(row).toMatchObject({
      user_id: people.parentId,
      actor: 'authenticated',
      table_name: 'consents',
      after: {
        family_id: people.familyId,
        user_id: people.parentId,
        purpose: 'terms',
        version: 1,
        given: true,
      },
    });
  });

  test('the log records settings, but not the salt', async () => {
    const entries = await readAudit(async () => {
      await db.sql`update public.settings set gst_number = 'M2-1', address_salt = 'other'`;
      await db.sql`update public.settings set address_salt = 'third', offers_snapshot_at = now()`;
    });
    expect(entries).toMatchObject([
      { table_name: 'settings', before: { gst_number: null }, after: { gst_number: 'M2-1' } },
    ]);
    expect(JSON.stringify(await db.sql`select * from public.audit_log`)).not.toContain('address_salt');
  });

  test.each(['access_log', 'audit_log'])('%s refuses every change, even by the superuser', async (table) => {
    for (const statement of [
      `update ${table} set id = default`,
      `delete from ${table}`,
      `truncate ${table}`,
    ]) {
      expect.soft(await sqlState(db.sql.unsafe(statement)), statement).toBe('23001');
    }
  });
});
