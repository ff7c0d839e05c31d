// Times staff's lists with many orders, and the reports. Each is called as the API calls it.
import path from 'node:path';
import { runFile } from '#local/database/run-file.ts';
import { fillBooks } from './books.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Sql } from './sample-shop.ts';
import { type Figure, median, isMissed, percentile, print } from './figures.ts';
import { timedFunctions, timeFurther } from './further-lists.ts';

/** A search may take at most this long while somebody is typing. */
const WANTED_MS = 300;
const CALLS = 20;

interface List {
  name: string;
  of?: 'families' | 'log';
  filter: Record<string, string>;
  sort?: string;
  pages?: number;
  limit?: number;
}

export async function benchLists(orders: number): Promise<Figure[]> {
  // Only reads are timed, so writes need not be durable.
  const cluster = await startCluster({ durable: false });
  try {
    console.log(`Staff's lists of ${orders.toLocaleString('en')} orders`);
    await fillBooks(cluster, 'postgres', orders);
    await fillLists(cluster, orders);
    const figures = await timeLists(cluster, orders);
    print(figures);
    return figures.filter(isMissed);
  } finally {
    await cluster.stop();
  }
}

async function fillLists(cluster: Cluster, orders: number): Promise<void> {
  const sql = cluster.connect('postgres');
  await sql.begin(async (tx) => {
    await tx`select set_config('bench.orders', ${String(orders)}, true)`;
    await runFile(tx, path.join(import.meta.dirname, 'lists.sql'));
  });
  await sql`vacuum analyze`;
  await sql.end({ timeout: 1 });
}

const lists = (orders: number): List[] => [
  { name: 'all, the newest first', filter: {} },
  { name: 'all, the dearest first', filter: {}, sort: '-total' },
  { name: 'all, page 40', filter: {}, pages: 40 },
  { name: 'a piece of a file', filter: {}, limit: 500 },
  ...['any', 'paid', 'decide', 'refunded', 'open', 'lapsed', 'rest_open'].map((state) => ({
    name: state,
    filter: { state },
  })),
  { name: 'desk, of which there is none', filter: { channel: 'desk' } },
  { name: 'a week of years ago', filter: { from: '2020-06-01', until: '2020-06-07' } },
  { name: 'search: an order’s number', filter: { search: `B-${orders / 2}` } },
  { name: 'search: a parent', filter: { search: `Parent ${orders / 10}` } },
  { name: 'search: an address', filter: { search: `guest${orders / 10}@example` } },
  { name: 'search: a child', filter: { search: `child ${orders / 4}` } },
  { name: 'search: a charge', filter: { search: `pi_${orders / 4}` } },
  { name: 'search: a number that all have', filter: { search: '9000 0000' } },
  { name: 'search: a name that all have', filter: { search: 'parent', state: 'refunded' } },
  { name: 'search: two letters', filter: { search: 'ch' } },
  { name: 'search: a camp', filter: { search: 'camp 11' } },
  { name: 'search: nobody', filter: { search: 'zzyzx' } },
  ...families(orders),
  ...logs,
];

const families = (orders: number): List[] =>
  [
    { name: 'families, the newest first', filter: {} },
    { name: 'families by name, page 40', filter: {}, sort: 'name', pages: 40 },
    { name: 'families: a piece of a file', filter: {}, limit: 500 },
    ...['guest', 'waits', 'proposals', 'twice'].map((kind) => ({
      name: `families: ${kind}`,
      filter: { kind },
    })),
    { name: 'families: twice, by name', filter: { kind: 'twice' }, sort: 'name' },
    { name: 'families: twice, a name that all have', filter: { kind: 'twice', search: 'parent' } },
    { name: 'families: a parent', filter: { search: `Parent ${orders / 10}` } },
    { name: 'families: a child', filter: { search: `child ${orders / 4}` } },
    { name: 'families: an order', filter: { search: `B-${orders / 2}` } },
    { name: 'families: a name that all have', filter: { search: 'parent' } },
    { name: 'families: nobody', filter: { search: 'zzyzx' } },
  ].map((list) => ({ ...list, of: 'families' as const }));

const CHANGES = 200_000;
const logs: List[] = [
  { name: 'log, the newest first', filter: {} },
  { name: 'log, page 40', filter: {}, pages: 40 },
  { name: 'log: a table of few', filter: { table: 'settings' } },
  { name: 'log: a person', filter: { who: 'bench@example.test' } },
  { name: 'log: nobody', filter: { who: 'zzyzx' } },
  { name: 'log: a family', filter: { family: 'B-1000' } },
  { name: 'log: a week of years ago', filter: { from: '2020-06-01', until: '2020-06-07' } },
  { name: 'log: looks', filter: { log: 'looks' } },
].map((list) => ({ ...list, of: 'log' as const }));
const spans = { '12 weeks': 84, 'a year': 364 };
const reports = [
  'revenue',
  'fill',
  'early_bird',
  'steps',
  'retention',
  'waitlists',
  'refunds',
  'gst',
  'hours',
];

async function timeReports(owner: Sql, sql: Sql, id: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [span, days] of Object.entries(spans))
    for (const report of reports) {
      await owner`delete from public.rate_limits`;
      const took: number[] = [];
      for (let call = 0; call < CALLS; call++) {
        const began = performance.now();
        await sql`
          with caller as materialized (select set_config('request.jwt.claims', ${claimsOf(id)}, true))
          select public.get_report(${report}, (now() - ${days} * interval '1 day')::date, now()::date) from caller`;
        took.push(performance.now() - began);
      }
      figures.push({
        name: `report: ${report}, ${span}`,
        value: percentile(took, 95),
        unit: 'ms',
        most: WANTED_MS,
        note: `p50 ${median(took).toFixed(1)}`,
      });
    }
  return figures;
}

async function timeLists(cluster: Cluster, orders: number): Promise<Figure[]> {
  const owner = cluster.connect('postgres');
  await expectAllLists(owner, orders);
  const id = await makeAdmin(owner);
  await owner`
    insert into public.audit_log (user_id, actor, action, table_name, row_key, created_at)
    select case when n % 3 = 0 then ${id}::uuid end, 'authenticated', 'update', 'bookings', gen_random_uuid(),
      clock_timestamp() - make_interval(mins => n * 10)
    from generate_series(1, ${CHANGES}) n`;
  await owner`analyze public.audit_log`;
  const sql = cluster.connect('postgres', { role: 'authenticated' });
  try {
    const figures: Figure[] = [];
    for (const list of [...lists(orders), ...(await byItem(owner))]) {
      // Benchmarks call more often than the request limits allow.
      await owner`delete from public.rate_limits`;
      figures.push(await time(sql, claimsOf(id), list));
    }
    const ask = (text: string) =>
      sql.unsafe<[{ answer: unknown }]>(
        `with caller as materialized (select set_config('request.jwt.claims', $1, true))
         select ${text} as answer from caller`,
        [claimsOf(id)],
      );
    const forget = async () => {
      await owner`delete from public.rate_limits`;
    };
    figures.push(...(await timeFurther(orders, async (text) => (await ask(text))[0].answer, forget)));
    return [...figures, ...(await timeReports(owner, sql, id))];
  } finally {
    await Promise.all([owner, sql].map((one) => one.end({ timeout: 1 })));
  }
}

/** Every list that is read page by page must be timed here, so that a new one is not forgotten. */
async function expectAllLists(owner: Sql, orders: number): Promise<void> {
  const timed = new Set(['list_orders', 'list_families', 'list_log', ...timedFunctions(orders)]);
  const paged = await owner<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and oidvectortypes(proargtypes) = 'jsonb, text, uuid, integer' order by 1`;
  const untimed = paged.map(({ name }) => name).filter((name) => !timed.has(name));
  if (paged.length === 0 || untimed.length > 0)
    throw new Error(`Not timed: ${untimed.join(', ') || 'any list'}`);
}

async function byItem(owner: Sql): Promise<List[]> {
  const [ids] = await owner<[Record<'camp' | 'session' | 'kind' | 'base' | 'day', string>]>`
    select w.id as camp, s.id as session, s.class_type_id as kind, s.session_date::text as day,
      (select location_id from public.camp_weeks group by 1 order by count(*) desc limit 1) as base
    from (select id from public.camp_weeks order by start_date, id offset (select count(*) / 2 from public.camp_weeks) limit 1) w,
      (select * from public.sessions order by session_date, id offset (select count(*) / 2 from public.sessions) limit 1) s`;
  const { camp, session, kind, base, day } = ids;
  return [
    { name: 'of a camp', filter: { item: camp } },
    { name: 'of a session', filter: { item: session } },
    { name: 'of a kind of class', filter: { item: kind } },
    { name: 'of a kind of class, the dearest first', filter: { item: kind }, sort: '-total' },
    { name: 'of a base', filter: { base } },
    { name: 'of a base, page 40', filter: { base }, pages: 40 },
    { name: 'of a day', filter: { day } },
    { name: 'of a day at a base', filter: { day, base } },
    { name: 'of a camp, all states', filter: { item: camp, state: 'any' } },
  ];
}

export async function makeAdmin(owner: Sql): Promise<string> {
  const [{ id }] = await owner<[{ id: string }]>`
    with account as (insert into auth.users (id, email) values (gen_random_uuid(), 'bench@example.test') returning id)
    select id from account`;
  await owner`insert into public.profiles (id, email) values (${id}, 'bench@example.test') on conflict do nothing`;
  await owner`insert into public.user_roles (user_id, role) values (${id}, 'admin'), (${id}, 'business_admin')`;
  return id;
}

/**
 * The claims are new for each list, because a member of staff without a session is accepted for some minutes only.
 */
const claimsOf = (id: string) =>
  JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal2', iat: Math.floor(Date.now() / 1000) });

interface Page {
  rows: unknown[];
  count: number | null;
  more: boolean | null;
  next: string | null;
}
async function time(sql: Sql, claims: string, list: List): Promise<Figure> {
  const { name, of = 'orders', filter, sort = '-created', pages = 0, limit = 50 } = list;
  const filterText = JSON.stringify(filter);
  const ask = async (after: string | null): Promise<Page> => {
    const [row] = await sql<[{ answer: Page }]>`
      with caller as materialized (select set_config('request.jwt.claims', ${claims}, true))
      select ${
        of === 'log'
          ? sql`public.list_log(${filterText}::text::jsonb, ${after}::text::bigint, ${limit})`
          : sql`public.${sql(`list_${of}`)}(${filterText}::text::jsonb, ${sort}, ${after}::text::uuid, ${limit})`
      } as answer from caller`;
    return row.answer;
  };
  let after: string | null = null;
  for (let page = 0; page < pages; page++) after = (await ask(after)).next;
  const took: number[] = [];
  let last: Page | undefined;
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    last = await ask(after);
    took.push(performance.now() - began);
  }
  const count = last?.count == null ? '' : `, ${last.count}${last.more ? '+' : ''} in all`;
  return {
    name,
    value: percentile(took, 95),
    unit: 'ms',
    most: WANTED_MS,
    note: `p50 ${median(took).toFixed(1)}; ${last?.rows.length ?? 0} rows${count}`,
  };
}
