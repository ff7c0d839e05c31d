import path from 'node:path';
import { runFile } from '#local/database/run-file.ts';
import type { Cluster } from './cluster.ts';
import type { Sql } from './sample-shop.ts';
import { type Figure, median, percentile } from './figures.ts';

const CALLS = 400;
const ROUNDS = 5;
const WARM = 50;

/** Fills a database with past bookings. Millions take minutes. */
export async function loadPast(cluster: Cluster, database: string, bookings: number): Promise<void> {
  const sql = cluster.connect(database);
  try {
    const began = performance.now();
    await sql.begin(async (tx) => {
      await tx`select set_config('bench.bookings', ${String(bookings)}, true)`;
      await runFile(tx, path.join(import.meta.dirname, 'past.sql'));
    });
    await sql`vacuum analyze`;
    const [row] = await sql<[{ n: number }]>`
      select count(*) as n from public.bookings where session_date < private.calendar_today()`;
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`  ${database}: ${row.n.toLocaleString('en')} past bookings, loaded in ${seconds} s`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

interface Read {
  name: string;
  role: 'anon' | 'authenticated';
  run: (sql: Sql, claims: string) => PromiseLike<unknown>;
}

const availability: Read = {
  name: 'get_session_availability_with_enrollments',
  role: 'anon',
  run: (sql) => sql`select * from public.get_session_availability_with_enrollments()`,
};
const dashboard: Read = {
  name: 'get_family_dashboard',
  role: 'authenticated',
  run: (sql, claims) => sql`
    with caller as materialized (select set_config('request.jwt.claims', ${claims}, true))
    select public.get_family_dashboard() as answer from caller`,
};

async function parents(cluster: Cluster, database: string): Promise<string[]> {
  const sql = cluster.connect(database);
  const rows = await sql<{ id: string; session: string }[]>`
    select f.primary_parent_id as id, s.id as session
    from public.families f join auth.sessions s on s.user_id = f.primary_parent_id order by f.contact_email`;
  await sql.end({ timeout: 1 });
  return rows.map(({ id, session }) =>
    JSON.stringify({ sub: id, session_id: session, role: 'authenticated' }),
  );
}

async function times(sql: Sql, read: Read, callers: string[], calls: number): Promise<number[]> {
  const took: number[] = [];
  for (let call = 0; call < calls; call++) {
    const began = performance.now();
    await read.run(sql, callers[call % callers.length] ?? '{}');
    took.push(performance.now() - began);
  }
  return took;
}

/** Times the reads that visitors and parents wait for, with few and with many past bookings in turn. */
export async function benchReads(cluster: Cluster, small: string, big: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const read of [availability, dashboard]) {
    const sides = await Promise.all(
      [small, big].map(async (database) => ({
        sql: cluster.connect(database, { role: read.role }),
        callers: await parents(cluster, database),
        p50: [] as number[],
        p95: [] as number[],
      })),
    );
    for (const { sql, callers } of sides) await times(sql, read, callers, WARM);
    for (let round = 0; round < ROUNDS; round++)
      for (const side of sides) {
        const took = await times(side.sql, read, side.callers, CALLS);
        side.p50.push(percentile(took, 50));
        side.p95.push(percentile(took, 95));
      }
    const [few, many] = sides;
    if (few && many)
      figures.push(
        {
          name: `${read.name}, p95`,
          value: median(many.p95),
          unit: 'ms',
          most: 5,
          note: `p50 ${median(many.p50).toFixed(2)}`,
        },
        {
          name: '  its p50 against few past bookings',
          unit: '×',
          most: 1.1,
          value: median(many.p50) / median(few.p50),
          note: `p50 ${median(few.p50).toFixed(2)}, p95 ${median(few.p95).toFixed(2)}; p95 to p95 ${(median(many.p95) / median(few.p95)).toFixed(2)}`,
        },
      );
    for (const { sql } of sides) await sql.end({ timeout: 1 });
    await printPlan(cluster, big, read);
  }
  return figures;
}

async function printPlan(cluster: Cluster, database: string, read: Read): Promise<void> {
  const plans: string[] = [];
  const sql = cluster.connect(database, { log: (text) => plans.push(text) });
  const [caller = '{}'] = await parents(cluster, database);
  try {
    await times(sql, read, [caller], 10);
    await sql
      .unsafe(
        `
      load 'auto_explain';
      set auto_explain.log_analyze = on;
      set auto_explain.log_buffers = on;
      set auto_explain.log_nested_statements = on;
      set auto_explain.log_min_duration = 0`,
      )
      .simple();
    plans.length = 0;
    await times(sql, read, [caller], 1);
    await sql.unsafe('set auto_explain.log_min_duration = -1').simple();
  } finally {
    await sql.end({ timeout: 1 });
  }
  console.log(`\nPlans inside ${read.name} (${database}), each statement's first one:`);
  const reported = new Set<string>();
  for (const plan of plans.filter((text) =>
    /(Scan|Seek) .*\bon (bookings|sessions|credit_ledger|passes)/.test(text),
  )) {
    const [statement = ''] = plan.split(/^[A-Z]\w+.*\(cost=/m);
    if (reported.has(statement)) continue;
    reported.add(statement);
    console.log(plan.replace(/^.*plan:\n/, '').replace(/^/gm, '  '), '\n');
  }
}
