/** Tests with random lines that the refund shown for each period is the refund at each moment of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const LINES = 300;

/**
 * Returns the first moments at which a shown refund differs from the refund at that moment: just after a change, just
 * before the next one, halfway between both, and half a year after the last. Postgres' own random numbers are seeded.
 */
const faultsOf = (seed: number) =>
  db.sql.begin(async (sql) => {
    await sql`select setseed(${seed})`;
    return sql<{ at: Date; shown: number; paid: number }[]>`
    with bases as materialized (
      select n, row(
        random() < 0.05, random() < 0.1, n % 2 = 0, r.rules, 40000, 40000 - (random() * 5)::integer * 1000,
        40000 - (random() * 5)::integer * 2000, now() - random() * interval '40 days',
        case when random() < 0.7 then now() + (random() * 60 - 5) * interval '1 day' end,
        case when random() < 0.3 then now() + (random() * 60) * interval '1 day' end,
        case when random() < 0.6 then now() + (random() * 60 - 5) * interval '1 day' end,
        g.granted, case when random() < 0.7 then 0 else 1 end, (random() * g.granted)::integer, a.ahead
      )::private.refund_basis as basis
      from generate_series(1, ${LINES}::integer) n
      cross join lateral (select 1 + (random() * 5)::integer as granted where n > 0) g
      cross join lateral (
        select coalesce(array_agg(now() + (random() * 50) * interval '1 day'), '{}') as ahead
        from generate_series(1, (random() * 3)::integer + n * 0)) a
      cross join lateral (
        select jsonb_agg(case when random() < 0.4
          then jsonb_build_object('days_after_purchase', (random() * 50)::integer, 'percent', (random() * 10)::integer * 10)
          else jsonb_build_object('hours_before', (random() * 400)::integer, 'percent', (random() * 10)::integer * 10) end) as rules
        from generate_series(1, 1 + (random() * 3)::integer + n * 0)) r
    ), periods as (
      select b.n, b.basis, c.from_at, c.refund_cents,
        lead(c.from_at) over (partition by b.n order by c.from_at) as next_at,
        row_number() over (partition by b.n order by c.from_at) as nth
      from bases b cross join lateral private.refund_changes(b.basis, now()) c
    ), moments as (
      select p.*, m.at from periods p cross join lateral (values
        (case when p.nth = 1 then p.from_at else p.from_at + interval '1 microsecond' end),
        (p.next_at - interval '1 microsecond'),
        (p.from_at + (p.next_at - p.from_at) / 2),
        (case when p.next_at is null then p.from_at + interval '180 days' end)) m (at)
      where m.at is not null
    )
    select m.at, m.refund_cents as shown, coalesce(f.refund_cents, 0) as paid
    from moments m cross join lateral private.refund_at(m.basis, m.at) f
    where m.refund_cents is distinct from coalesce(f.refund_cents, 0)`;
  });

test('the refund of a period is the refund at each moment of it', async () => {
  for (const seed of [0.1, 0.2, 0.3]) expect(await faultsOf(seed)).toEqual([]);
});

test('control: without the end of a pass among the moments, a wrong refund is found', async () => {
  const [source] = await db.sql<{ body: string }[]>`
    select pg_get_functiondef('private.refund_changes(private.refund_basis, timestamptz)'::regprocedure) as body`;
  const body = source?.body.replace(', p_basis.over_at], null)', '], null)');
  expect(body).not.toBe(source?.body);
  await db.sql.unsafe(body ?? '');
  expect((await faultsOf(0.1)).length).toBeGreaterThan(0);
});
