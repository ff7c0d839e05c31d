import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { countRows, makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  camp = await camps.makeCamp(db, { capacity: 20 });
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.rate_limits`);

const who = visitorAt('203.0.113.7');
/** Returns how many calls are refused before one is refused for the limit. */
const until = async (name: string, args: (n: number) => object, caller: Caller = who, most = 700) => {
  for (let n = 0; n < most; n++) {
    const { code } = await refusal(rpc(db, caller, name, args(n) as Record<string, unknown>));
    if (code === 'rate_limited') return n;
  }
  return -1;
};

describe('refused calls count toward the limit', () => {
  test.each([
    ['hold_order', { p_order: {} }, 240],
    ['renew_hold', { p_secret: randomUUID() }, 60],
    ['join_waitlist', { p_entry: {} }, 30],
    ['save_form_draft', { p_draft: {} }, 600],
    ['reserve_spot', { p_reservation: {} }, 30],
    ['enquire_birthday', { p_enquiry: {} }, 20],
    ['enquire_from_page', { p_enquiry: {} }, 20],
    ['submit_form_response', { p_response: {} }, 60],
    ['quote_order', { p_order: {} }, 240],
    ['cancel_lines', { p_access: {}, p_line_ids: [], p_expected_refund_cents: 0 }, 120],
    ['check_pass_eligibility', { p_pass_type: 'nosuch' }, 240],
  ] as const)('%s', async (name, args, most) => {
    expect(await until(name, () => args)).toBe(most);
    // Another address is not limited.
    const { code } = await refusal(rpc(db, visitorAt('203.0.113.8'), name, args));
    expect(code).not.toBe('rate_limited');
  });

  test('invite_parent counts by account, whatever its address', async () => {
    const sub = await makeUser(db, 'roamer@example.test');
    let n = 0;
    const roamingParent = (): Caller => ({ ...visitorAt(`198.51.100.${n++}`), role: 'authenticated', sub });
    const codes = [];
    for (let k = 0; k < 12; k++)
      codes.push((await refusal(rpc(db, roamingParent(), 'invite_parent', { p_email: 'x' }))).code);
    expect(codes.slice(0, 10)).not.toContain('rate_limited');
    expect(codes.slice(10)).toEqual(['rate_limited', 'rate_limited']);
  });
});

describe('refused calls of signed-in callers count by account', () => {
  const parent = async (name: string): Promise<Caller> => ({
    ...who,
    role: 'authenticated',
    sub: await makeUser(db, `${name}@example.test`),
  });

  test.each([
    ['prepare_pass_checkout', { p_pass_type: 'nosuch', p_child_id: randomUUID() }, 60],
    ['find_my_order', { p_session_id: 'cs_none' }, 60],
    ['accept_proposal', { p_id: randomUUID() }, 240],
    ['decline_proposal', { p_id: randomUUID() }, 240],
    ['link_purchases', {}, 60],
    ['get_child_details', { p_child_id: randomUUID() }, 240],
    ['export_family', { p_family_id: randomUUID() }, 60],
  ] as const)('%s', async (name, args, most) => {
    const caller = await parent(`one-${name}`);
    if (name === 'link_purchases')
      await db.sql`update auth.users set email_confirmed_at = null where id = ${caller.sub ?? ''}`;
    expect(await until(name, () => args, caller)).toBe(most);
  });

  // The project's edge functions call for every parent from one address.
  test('an account that guesses limits nobody else behind the address, but many accounts together are limited', async () => {
    const [one, other] = [await parent('guesser'), await parent('neighbour')];
    const guess = (caller: Caller) => refusal(rpc(db, caller, 'find_my_order', { p_session_id: 'cs_none' }));
    for (let n = 0; n < 61; n++) await guess(one);
    expect(await guess(one)).toMatchObject({ code: 'rate_limited' });
    expect(await guess(other)).toMatchObject({ code: 'order_not_found' });
    // A visitor has only the address, whose guesses are used up. Holding an order still works.
    expect(await refusal(rpc(db, who, 'get_order', { p_secret: randomUUID() }))).toMatchObject({
      code: 'rate_limited',
    });
    expect(await refusal(rpc(db, who, 'hold_order', { p_order: {} }))).toMatchObject({
      code: 'invalid_input',
    });
    await db.sql`update public.rate_limits set hits = 1200
      where key_hash = private.fingerprint('guess link address 203.0.113.7')`;
    expect(await guess(other)).toMatchObject({ code: 'rate_limited' });
  });
});

describe('guesses count towards a limit', () => {
  const link = () => ({ p_access: { token: randomUUID() } });
  test.each([
    ['get_order', () => ({ p_secret: randomUUID() })],
    ['get_managed_order', link],
    ['find_renewal', link],
    ['get_waitlist_entry', () => ({ p_secret: randomUUID() })],
  ])('guesses of %s end after 60', async (name, args) => {
    expect(await until(name, args)).toBe(60);
  });

  const order = (n: number) => ({
    p_order: {
      lines: [{ offer_id: 'tier-spark', camp_id: camp, expected_price_cents: null }],
      code: `GUESS${n}`,
      previous_secret: null,
    },
  });

  test('guesses of codes end, whether refused or answered, and are counted together', async () => {
    for (let n = 0; n < 30; n++)
      expect(await rpc(db, who, 'quote_order', order(n))).toMatchObject({
        refusals: [{ code: 'code_invalid' }],
      });
    expect(await until('hold_order', (n) => order(n + 30))).toBe(30);
    expect((await refusal(rpc(db, who, 'quote_order', order(0)))).code).toBe('rate_limited');
  });

  test('calls with a right secret do not count as guesses', async () => {
    const { secret } = await rpc<{ secret: string }>(db, who, 'hold_order', {
      p_order: { ...order(0).p_order, code: null },
    });
    for (let n = 0; n < 100; n++) await rpc(db, who, 'get_order', { p_secret: secret });
  });
});

test('a refusal rolls back everything that the call wrote, and nothing else', async () => {
  const before = await countRows(db, 'orders');
  await db.sql`update public.camp_weeks set capacity = 0 where id = ${camp}`.catch(() => undefined);
  const full = await camps.makeCamp(db, { capacity: 1 });
  const line = { offer_id: 'tier-spark', camp_id: full, expected_price_cents: null };
  const refused = rpc(db, who, 'hold_order', { p_order: { lines: [line, line], previous_secret: null } });
  expect(await refusal(refused)).toMatchObject({
    code: 'camp_full',
    status: 409,
    field: 'lines[1].camp_id',
  });
  expect(await countRows(db, 'orders')).toBe(before);
  const [row] = await db.sql`select hits from public.rate_limits`;
  expect(row).toEqual({ hits: 1 });
});

describe('failing calls count as well', () => {
  let broken: TestDatabase;
  beforeAll(async () => {
    broken = await createDatabase();
  });
  afterAll(() => broken.drop());
  const breaks = (body: string) =>
    broken.sql
      .unsafe(`create or replace function private.answer_reserve_spot(p_reservation jsonb) returns jsonb
      language plpgsql as $$ begin ${body} end $$`);
  /** Calls as the API does, or as another function does. */
  const call = (path = '/rpc/reserve_spot') =>
    broken.as(who, async (sql) => {
      await sql`select set_config('request.path', ${path}, true), set_config('response.status', '', true),
        set_config('statement_timeout', '400', true)`;
      const [row] = await sql<[{ answer: object }]>`select public.reserve_spot('{}') as answer`;
      const [response] = await sql<[{ status: string }]>`select current_setting('response.status') as status`;
      return { status: response.status, answer: row.answer };
    });
  const hits = async () => {
    const rows = await broken.sql<{ hits: number }[]>`select hits from public.rate_limits`;
    return rows.map((row) => row.hits);
  };

  test.each([
    ['what no check foresaw', `return to_jsonb('x'::text::integer);`, '400', '22P02'],
    ['a fault of ours', `raise 'Mei Tan broke it' using errcode = 'XX000';`, '500', 'XX000'],
    ['what takes too long', 'perform pg_sleep(5); return null;', '500', '57014'],
    ['two that wait for each other', `raise 'deadlock' using errcode = '40P01';`, '500', '40P01'],
    ['no room', `raise 'full' using errcode = '53300';`, '503', '53300'],
  ])('%s', async (_, body, status, code) => {
    await broken.sql`truncate public.rate_limits, public.system_logs`;
    await breaks(body);
    expect(await call()).toMatchObject({ status, answer: { code } });
    expect(await hits()).toEqual([1]);
    const logs = await broken.sql`select component, details from public.system_logs`;
    if (status === '400') expect([...logs]).toEqual([]);
    else
      expect(logs).toMatchObject([
        {
          component: 'reserve_spot',
          details: {
            state: code,
            at: expect.stringMatching(/^private\.answer_reserve_spot\(jsonb\) line \d+$/) as unknown,
          },
        },
      ]);
    expect(JSON.stringify([...logs])).not.toContain('Mei');
  });

  test('a function that fails raises the error when it is called directly', async () => {
    await breaks(`raise 'broken' using errcode = 'XX000';`);
    await expect(call('')).rejects.toMatchObject({ code: 'XX000', severity: 'ERROR' });
  });
});

/**
 * Lists the functions without a counter that a role may call. For accounts it lists only those that can refuse and are
 * not for staff.
 */
const listUncounted = async (role: string) => {
  const rows = await db.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege(${role}, p.oid, 'execute')
      and p.prosrc !~ 'private\\.enter_call'
      and (${role} = 'anon' or p.prosrc ~ 'private\\.(fail|deny)' and p.prosrc !~ 'is_admin|is_coach|is_staff|within_rate')
    order by 1`;
  return rows.map(({ name }) => name);
};

test('every function of a parent that can refuse is counted', async () => {
  // The first three refuse only callers without an account. The others call a function that refuses everybody but
  // staff.
  expect(await listUncounted('authenticated')).toEqual([
    'get_family_dashboard',
    'get_parent_profile',
    'get_privacy_receipt',
    'refund_line',
    'refund_order',
  ]);
});

test('every function of visitors is counted, or has a reason not to be', async () => {
  const reasons = {
    // These call private.within_rate themselves, and answer instead of refusing.
    count_question: 'counts itself',
    enhanced_rate_limit_check: 'is the counter',
    record_analytics: 'counts itself',
    record_page_vitals: 'counts itself',
    // This function creates sessions once a weekend. All its other calls read one row.
    ensure_next_weekend_funstart_sessions: 'writes once a weekend',
    // These functions take no argument and read what every page shows. Counting their calls would cost more.
    get_camp_prices: 'reads the camps ahead',
    get_location_viewers: 'reads the places',
    get_sales_notice: 'reads the settings',
    get_public_reviews: 'reads what is published',
    get_recent_bookings: 'reads the last bookings',
    get_session_availability_with_enrollments: 'reads one weekend',
    get_sessions_ahead: 'reads the weeks ahead',
    // These functions read one row by its key, for Sanity Studio.
    get_offer_use: 'reads one offer',
    get_base_use: 'counts what is planned at one place',
    get_publication_status: 'reads one publication',
  };
  expect(await listUncounted('anon')).toEqual(Object.keys(reasons).toSorted());
});
