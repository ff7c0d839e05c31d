import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

describe('a test’s own database', () => {
  let first: TestDatabase;
  let second: TestDatabase;
  beforeAll(async () => {
    [first, second] = await Promise.all([createDatabase(), createDatabase()]);
    await first.sql
      .unsafe(`create table pebbles (id int primary key); grant insert on pebbles to anon`)
      .simple();
  });
  afterAll(() => Promise.all([first.drop(), second.drop()]));

  it('shares nothing with another one', async () => {
    const [found] = await second.sql`select to_regclass('public.pebbles') as pebbles`;
    expect(found).toEqual({ pebbles: null });
  });

  it('runs as the caller: role, user, claims and headers', async () => {
    const sub = '6f0c0c1e-35b0-4c9c-a3ab-1b8f0e1f0001';
    const rows = await first.as(
      { role: 'authenticated', sub, claims: { aal: 'aal2' }, headers: { 'x-forwarded-for': '203.0.113.7' } },
      (sql) => sql`select current_user as who, auth.uid() as uid, auth.role() as role,
        auth.jwt() ->> 'aal' as aal,
        current_setting('request.headers')::json ->> 'x-forwarded-for' as address`,
    );
    expect(rows[0]).toEqual({
      who: 'authenticated',
      uid: sub,
      role: 'authenticated',
      aal: 'aal2',
      address: '203.0.113.7',
    });
  });

  it('keeps what the caller did, and rolls it back when the work throws', async () => {
    await first.as({ role: 'anon' }, (sql) => sql`insert into pebbles (id) values (1)`);
    const failing = first.as({ role: 'anon' }, async (sql) => {
      await sql`insert into pebbles (id) values (2)`;
      throw new Error('thought better of it');
    });
    await expect(failing).rejects.toThrow('thought better of it');
    expect([...(await first.sql`select id from pebbles`)]).toEqual([{ id: 1 }]);
  });

  it('returns values in PostgREST’s form', async () => {
    const [row] = await first.sql`select
      '2026-11-21 16:00:00.123456+08'::timestamptz as moment, '2026-11-21'::date as day, '16:00'::time as time,
      9007199254740991::int8 as big, 12.50::numeric as amount, '{"a":[1]}'::jsonb as document`;
    expect(row).toEqual({
      moment: '2026-11-21T08:00:00.123456+00:00',
      day: '2026-11-21',
      time: '16:00:00',
      big: 9007199254740991,
      amount: 12.5,
      document: { a: [1] },
    });
  });

  it('reports an error with code, detail and hint', async () => {
    const refused = first.as({ role: 'anon' }, (sql) =>
      sql.unsafe(`do $$ begin
        raise 'session_full' using errcode = 'PT409', hint = 'lines[0].session_id', detail = '0';
      end $$`),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'PT409',
      message: 'session_full',
      hint: 'lines[0].session_id',
      detail: '0',
    });
  });
});
