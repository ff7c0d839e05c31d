/**
 * Tests that web vitals are counted without their visitor, that a stranger cannot distort them, and that only admins
 * read them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PageVitals } from '#contract/page-vitals.ts';
import { pageList } from '#config/pages.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.page_vitals, public.rate_limits, public.site_documents`);

const good = { lcp: 912.4, inp: 48, cls: 0.031 };
const record = (page: unknown, values: unknown = good, device: unknown = 'phone', who?: Caller) =>
  rpc<{ recorded: number }>(db, who ?? people.callers.visitor, 'record_page_vitals', {
    p_page: page,
    p_device: device,
    p_values: values,
  });
const readVitals = () => db.sql<Record<string, unknown>[]>`
  select page, device, metric, at_most, samples from public.page_vitals order by page, device, metric, at_most`;
const read = async (who: Caller = people.callers.admin) =>
  v.parse(PageVitals, await rpc(db, who, 'get_page_vitals'));
const fill = (page: string, metric: string, at_most: number, samples: number, days_ago = 0) => db.sql`
  insert into public.page_vitals (measured_on, page, device, metric, at_most, samples)
  values (private.measuring_day() - ${days_ago}::integer, ${page}, 'phone', ${metric}, ${at_most}, ${samples})`;

test('a visit adds one to a bucket of each metric, and nothing else is stored', async () => {
  expect(await record('/camps')).toEqual({ recorded: 3 });
  expect(await record('/zh/camps/', { lcp: 905 })).toEqual({ recorded: 1 });
  expect(await readVitals()).toEqual([
    { page: '/camps', device: 'phone', metric: 'cls', at_most: 40, samples: 1 },
    { page: '/camps', device: 'phone', metric: 'inp', at_most: 50, samples: 1 },
    { page: '/camps', device: 'phone', metric: 'lcp', at_most: 1000, samples: 2 },
  ]);
  const [row] = await db.sql`select * from public.page_vitals`;
  expect(Object.keys(row ?? {}).sort()).toEqual([
    'at_most',
    'device',
    'measured_on',
    'metric',
    'page',
    'samples',
  ]);
});

test('every public page of the site is known, and no other', async () => {
  const rows = await db.sql<{ page: string }[]>`select unnest(private.public_pages()) as page`;
  const known = rows.map(({ page }) => page).sort();
  expect(known).toEqual(
    pageList
      .filter(({ access }) => access === 'public')
      .map(({ path }) => path)
      .sort(),
  );
  for (const { path, access, aliases = [] } of pageList) {
    const expected = access === 'public' ? path : null;
    for (const address of [path, `/zh${path}`, ...aliases]) {
      const [row] = await db.sql`select private.measured_page(${address}) as page`;
      expect.soft(row?.['page'], address).toBe(expected);
    }
  }
});

test('a page that marketing made is known while the last build contains it', async () => {
  expect(await record('/june-holidays')).toEqual({ recorded: 0 });
  await db.sql`
    insert into public.publications (document_id, revision, type, title, updated_at)
    values ('june', 'r1', 'page', 'June holidays', now())`;
  await db.sql`insert into public.site_documents (document_id, revision, pages) values ('june', 'r1', '{/june-holidays}')`;
  expect(await record('/june-holidays')).toEqual({ recorded: 3 });
  await db.sql`delete from public.publications where document_id = 'june'`;
});

test.each([
  ['an unknown page', '/nothing-here', good, 'phone', 0],
  ['a page with a secret', '/manage-booking?order=1', good, 'phone', 0],
  ['no page', null, good, 'phone', 0],
  ['a script', "/'; drop table page_vitals", good, 'phone', 0],
  ['an unknown device', '/camps', good, 'toaster', 0],
  ['no device', '/camps', good, null, 0],
  ['a list of values', '/camps', [1, 2], 'phone', 0],
  ['no values', '/camps', null, 'phone', 0],
  ['texts', '/camps', { lcp: '900', inp: 'x' }, 'phone', 0],
  ['negative values', '/camps', { lcp: -1, inp: -0.1, cls: -1 }, 'phone', 0],
  ['impossible values', '/camps', { lcp: 60_001, inp: 1e300, cls: 10.1 }, 'phone', 0],
  ['one impossible value', '/camps', { lcp: 1e9, inp: 10 }, 'phone', 1],
  ['an unknown metric', '/camps', { fid: 10, lcp: 0 }, 'phone', 1],
])('%s is left out', async (_, page, values, device, recorded) => {
  expect(await record(page, values, device)).toEqual({ recorded });
  expect(await readVitals()).toHaveLength(recorded);
});

test('the largest number that a database reads is left out, and its call counts', async () => {
  const [row] = await db.as(
    people.callers.visitor,
    (sql) => sql`
      select public.record_page_vitals('/camps', 'phone', '{"cls":1e131071,"inp":1e131071,"lcp":900}') as answer`,
  );
  expect(row?.['answer']).toEqual({ recorded: 1 });
  expect(await readVitals()).toMatchObject([{ metric: 'lcp' }]);
  expect(await db.sql`select from public.rate_limits`).toHaveLength(1);
});

describe('a flood', () => {
  test('of one network counts twenty times a day, with whatever account or address of the network', async () => {
    const one = visitorAt('2001:db8:1:1::5');
    for (let n = 0; n < 20; n++) await record('/camps', { lcp: 9000 }, 'phone', one);
    const parent = { ...people.callers.parent, headers: { 'cf-connecting-ip': '2001:db8:1:9::7' } };
    for (const who of [one, visitorAt('2001:db8:1:2::6'), parent])
      expect(await record('/camps', { lcp: 9000 }, 'phone', who)).toEqual({ recorded: 0 });
    expect(await record('/camps', { lcp: 900 }, 'phone', visitorAt('203.0.113.7'))).toEqual({ recorded: 1 });
  });

  test('of many networks ends at a number per day and page', async () => {
    await fill('/camps', 'lcp', 10_000, 1999);
    expect(await record('/camps', good)).toEqual({ recorded: 3 });
    expect(await record('/camps', good)).toEqual({ recorded: 2 });
    expect(await record('/about', good)).toEqual({ recorded: 3 });
  });
});

test.each(['visitor', 'parent', 'other parent', 'coach', 'service'] as const)(
  '%s cannot read the measurements',
  async (role) => {
    const call = rpc(db, people.callers[role], 'get_page_vitals');
    if (role === 'visitor' || role === 'service') expect(await sqlState(call)).toBe('42501');
    else expect(await refusal(call)).toMatchObject({ code: 'not_allowed', status: 403 });
  },
);

test.each(['visitor', 'parent', 'coach', 'admin', 'business admin'] as const)(
  '%s cannot write the table past the filter',
  async (role) => {
    await fill('/camps', 'lcp', 1000, 60);
    const write = (statement: string) =>
      sqlState(db.as(people.callers[role], (sql) => sql.unsafe(statement)));
    for (const statement of [
      "insert into public.page_vitals values (current_date, '/about', 'phone', 'lcp', 100, 5000)",
      'update public.page_vitals set samples = 1',
      'delete from public.page_vitals',
    ])
      expect(await write(statement)).toBe('42501');
  },
);

test('admins read the 75th percentile of 28 days by page and device, and too few samples are unknown', async () => {
  await fill('/camps', 'lcp', 900, 40);
  await fill('/camps', 'lcp', 1100, 35, 27);
  await fill('/camps', 'lcp', 60_000, 25);
  await fill('/camps', 'lcp', 60_000, 500, 28);
  await fill('/camps', 'inp', 250, 49);
  const { pages, limits, least } = await read();
  expect(limits).toEqual({ lcp: 1100, inp: 200, cls: 100 });
  expect(least).toBe(50);
  expect(pages).toEqual([
    {
      page: '/camps',
      device: 'phone',
      vitals: { lcp: { samples: 100, p75: 1100 }, inp: { samples: 49, p75: null } },
    },
  ]);
  const slow = async () => (await db.sql`select private.slow_pages()::int as n`)[0]?.['n'] as number;
  expect(await slow()).toBe(0);
  await fill('/camps', 'inp', 300, 60);
  expect(await slow()).toBe(1);
});

test('each limit is the bound of a bucket, so that the judgement is exact', async () => {
  const rows = await db.sql<{ fits: boolean }[]>`
    select private.vital_limit(m) = any (private.vital_bounds(m)) as fits from unnest('{lcp,inp,cls}'::text[]) m`;
  expect(rows.map(({ fits }) => fits)).toEqual([true, true, true]);
});

test('days past their retention period are deleted', async () => {
  await fill('/camps', 'lcp', 900, 5, 59);
  await fill('/camps', 'lcp', 900, 7, 62);
  expect(await rpc(db, service, 'purge_piece', { p_class: 'page_vitals' })).toEqual({
    purged: 1,
    more: true,
  });
  expect(await readVitals()).toMatchObject([{ samples: 5 }]);
});
