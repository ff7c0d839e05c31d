// Every statement of the maintenance must end within the time limit of its role, and none may scan a large table.
import path from 'node:path';
import { runFile } from '#local/database/run-file.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Sql, makeCamp, newCaller, request } from './sample-shop.ts';
import { toPayment } from './confirmations.ts';
import { type Figure, isMissed, print } from './figures.ts';
import { holdOrder } from './load.ts';

/** The statement timeouts that the API sets: anon 3 s, the others 8 s. */
const LIMIT_MS = { anon: 3_000, service_role: 8_000 } as const;
/** A sequential scan of more rows than this means that an index is missing. */
const MAX_SCANNED_ROWS = 100_000;
/** The slowest of these runs counts, because the first finds nothing in the cache. */
const RUNS = 3;

type Role = keyof typeof LIMIT_MS;
interface Statement {
  name: string;
  role: Role;
  /** Returns the number of rows that it found or processed. */
  run: (sql: Sql) => Promise<number>;
}

/** Prints a line for each statement. Returns those that take too long or read too much. */
export async function benchBooks(orders: number): Promise<Figure[]> {
  // The timings leave out waiting for the disk, which the benchmarks of holds and payments cover.
  const cluster = await startCluster({ durable: false });
  try {
    console.log(`The books of ${orders.toLocaleString('en')} orders`);
    await fillBooks(cluster, 'postgres', orders);
    const figures = await timeBooks(cluster, 'postgres');
    print(figures);
    return figures.filter(isMissed);
  } finally {
    await cluster.stop();
  }
}

export async function fillBooks(cluster: Cluster, database: string, orders: number): Promise<void> {
  const sql = cluster.connect(database);
  const began = performance.now();
  await sql.begin(async (tx) => {
    await tx`select set_config('bench.orders', ${String(orders)}, true)`;
    await runFile(tx, path.join(import.meta.dirname, 'books.sql'));
  });
  await sql`vacuum analyze`;
  await sql.end({ timeout: 1 });
  console.log(`  loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function timeBooks(cluster: Pick<Cluster, 'connect'>, database: string): Promise<Figure[]> {
  const owner = cluster.connect(database);
  const roles = {
    anon: cluster.connect(database, { role: 'anon' }),
    service_role: cluster.connect(database, { role: 'service_role' }),
  };
  try {
    const figures: Figure[] = [];
    for (const statement of await statements(owner, roles))
      figures.push(...(await time(owner, roles[statement.role], statement)));
    return figures;
  } finally {
    await Promise.all([owner, ...Object.values(roles)].map((sql) => sql.end({ timeout: 1 })));
  }
}

async function time(owner: Sql, sql: Sql, { name, role, run }: Statement): Promise<Figure[]> {
  let slowest = 0;
  let rows = 0;
  const before = await readInARow(owner, sql);
  for (let n = 0; n < RUNS; n++) {
    const began = performance.now();
    rows += await run(sql);
    slowest = Math.max(slowest, performance.now() - began);
  }
  const after = await readInARow(owner, sql);
  const rowsPerRun = Math.max(...[...after].map(([table, read]) => read - (before.get(table) ?? 0))) / RUNS;
  const large = [...after].filter(
    ([table, read]) => (read - (before.get(table) ?? 0)) / RUNS > MAX_SCANNED_ROWS,
  );
  const note = `${rows.toLocaleString('en')} rows in ${RUNS} runs`;
  return [
    { name, value: slowest, unit: 'ms', most: LIMIT_MS[role], note },
    ...(large.length === 0
      ? []
      : [
          {
            name: '  reads row by row',
            value: rowsPerRun,
            unit: 'rows',
            most: MAX_SCANNED_ROWS,
            note: large.map(([table]) => table).join(', '),
          },
        ]),
  ];
}

async function readInARow(owner: Sql, sql: Sql): Promise<Map<string, number>> {
  for (const one of [owner, sql]) await one`select pg_stat_force_next_flush()`;
  const rows = await owner<{ table: string; read: number }[]>`
    select s.relname as table, coalesce(s.seq_tup_read, 0)::float8 as read
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where c.reltuples > ${MAX_SCANNED_ROWS / 10}`;
  return new Map(rows.map(({ table, read }) => [table, read]));
}

async function statements(owner: Sql, roles: Record<Role, Sql>): Promise<Statement[]> {
  const counted = (text: string, role: Role = 'service_role'): Statement => ({
    name: /public\.(\w+)/.exec(text)?.[1] ?? text,
    role,
    run: async (sql) => {
      const [row] = await sql.unsafe<{ n?: unknown }[]>(text);
      return typeof row?.n === 'number' ? row.n : 0;
    },
  });
  const [{ classes }] = await owner<[{ classes: string[] }]>`select public.list_purges() as classes`;
  const rules = await owner<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'private'::regnamespace and proname ~ '^discrepancy_' and pronargs = 2
    order by 1`;
  const [{ access, line }] = await owner<[{ access: string; line: string }]>`
    select l.id as line, json_build_object('token', private.make_order_link(l.order_id, 'manage', o.parent_email))::text as access
    from passes p join order_lines l on l.id = p.order_line_id join orders o on o.id = l.order_id
    where p.valid_until > private.calendar_today() + 60 and p.sessions_total > 10 limit 1`;
  const piece: Statement['run'] = async (sql) => {
    const middle = '80000000-0000-4000-8000-000000000000';
    const rows = await sql`select from public.reconcile_books(${middle}) where rule <> 'goes_on'`;
    return rows.length;
  };
  const families = await owner<{ id: string }[]>`
    select o.family_id as id from orders o where o.paid_at is not null order by o.id limit ${2 * RUNS}`;
  const family = (name: string, from: number): Statement => {
    const familyIds = families.slice(from, from + RUNS).map(({ id }) => id);
    return {
      name,
      role: 'service_role',
      run: async (sql) => {
        await sql.unsafe(`select public.${name}($1)`, [familyIds.pop() ?? '']);
        return 1;
      },
    };
  };
  const place = request({ camp_id: await makeCamp(owner) });
  const payments: string[] = [];
  while (payments.length < RUNS) payments.push(await toPayment(roles.anon, roles.service_role, place));
  return [
    {
      name: 'hold_order',
      role: 'anon',
      run: async (sql) => {
        await holdOrder(sql, place, newCaller());
        return 1;
      },
    },
    {
      name: 'confirm_order',
      role: 'service_role',
      run: async (sql) => {
        await sql`select public.confirm_order(${payments.pop() ?? '{}'}::text::jsonb)`;
        return 1;
      },
    },
    family('export_family', 0),
    family('erase_family', RUNS),
    { name: 'reconcile_books, a piece', role: 'service_role', run: piece },
    ...rules.map(({ name }) => ({
      name: `  ${name.replace('discrepancy_', '')}`,
      role: 'service_role' as const,
      run: async (): Promise<number> => {
        const from = '40000000-0000-4000-8000-000000000000';
        const rows = await owner`
          select from private.discrepancies(${[name.slice('discrepancy_'.length)]}, ${from}, private.reconcile_until(${from}))`;
        return rows.length;
      },
    })),
    counted('select public.reconcile_hourly()'),
    ...classes.map((name) => ({
      name: `purge_piece ${name}`,
      role: 'service_role' as const,
      run: async (sql: Sql) => {
        const [row] = await sql<
          [{ piece: { purged: number | null } }]
        >`select public.purge_piece(${name}) as piece`;
        if (row.piece.purged === null) throw new Error(`${name} was not purged`);
        return row.piece.purged;
      },
    })),
    counted(`select (public.release_lapsed_holds() ->> 'released')::integer as n`),
    counted('select public.list_pending_orders()'),
    counted('select public.list_renewal_work()'),
    counted(`select (public.offer_waiting_places() ->> 'offered')::integer as n`),
    counted('select public.ensure_next_weekend_funstart_sessions() as n'),
    counted(`select (public.queue_expiry_reminders() ->> 'queued')::integer as n`),
    counted(`select (public.queue_session_reminders() ->> 'queued')::integer as n`),
    counted(`select (public.queue_party_answers() ->> 'queued')::integer as n`),
    counted('select jsonb_array_length(public.claim_outbox(20)) as n'),
    counted(`select (public.report_lost_mails() ->> 'lost')::integer as n`),
    counted('select count(*) as n from public.get_session_availability_with_enrollments()', 'anon'),
    counted('select count(*) as n from public.get_camp_prices()', 'anon'),
    {
      name: 'find_pass_sessions',
      role: 'anon',
      run: async (sql) => {
        const [row] = await sql<[{ found: unknown[] }]>`
          select public.find_pass_sessions(${access}::text::jsonb, ${line}) as found`;
        return row.found.length;
      },
    },
  ];
}
