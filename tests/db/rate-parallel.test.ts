/** Tests that a limit is exact even for calls at the same moment, whether they succeed or are refused. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let session: string;
const limits = { guess: 5, reserve_spot: 5, get_child_details: 5 };
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  session = await shop.makeSession(db, { capacity: 50 });
  for (const [endpoint, most] of Object.entries(limits))
    await db.sql`update public.rate_rules set most = ${most} where endpoint = ${endpoint}`;
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.rate_limits, public.leads cascade`);

const who = leads.visitorAt('203.0.113.7');
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    () => refusal(call).then(({ code }) => code),
  );
const together = async (calls: (n: number) => Promise<unknown>, many = 30) => {
  const outcomes = await Promise.all(Array.from({ length: many }, (_, n) => outcome(calls(n))));
  return Object.fromEntries(
    [...new Set(outcomes)].toSorted().map((what) => [what, outcomes.filter((one) => one === what).length]),
  );
};
const hits = async (key: string) => {
  const [row] = await db.sql<{ hits: number }[]>`
    select hits from public.rate_limits where key_hash = private.fingerprint(${key})`;
  return row?.hits ?? 0;
};
const orderWithCode = (code: string) => ({
  p_order: {
    lines: [{ offer_id: shop.tryout.id, session_id: session, expected_price_cents: null }],
    code,
    previous_secret: null,
  },
});
const quote = async (code: string) => {
  const { refusals } = await rpc<{ refusals: { code: string }[] }>(
    db,
    who,
    'quote_order',
    orderWithCode(code),
  );
  return refusals;
};

test('parallel calls succeed exactly as often as the limit allows', async () => {
  expect(await together(() => leads.reserveSpot(db, {}, who))).toEqual({
    ok: 5,
    rate_limited: 25,
  });
  expect(await countRows(db, 'leads')).toBe(5);
});

test('parallel refused calls get their own reason exactly as often as the limit allows', async () => {
  const call = () => rpc(db, who, 'reserve_spot', { p_reservation: {} });
  expect(await together(call)).toEqual({ invalid_input: 5, rate_limited: 25 });
});

test('an account is counted exactly too, and does not use up more of its address’s limit', async () => {
  const sub = await makeUser(db, 'parallel@example.test');
  const caller: Caller = { ...who, role: 'authenticated', sub };
  const call = () => rpc(db, caller, 'get_child_details', { p_child_id: randomUUID() });
  expect((await together(call))['rate_limited']).toBe(25);
  // A counter exceeds its limit by at most one.
  expect([5, 6]).toContain(await hits(`get_child_details user ${sub}`));
  expect(await hits('get_child_details address 203.0.113.7')).toBe(5);
});

describe('guesses in parallel calls', () => {
  test('guesses of links end at the limit, whether they are refused or return nothing', async () => {
    expect(await together(() => rpc(db, who, 'get_order', { p_secret: randomUUID() }))).toEqual({
      order_not_found: 5,
      rate_limited: 25,
    });
    await db.sql`truncate public.rate_limits`;
    const openParty = (n: number) => rpc(db, who, 'get_party', { p_code: `PARTY${n}` });
    expect(await together(openParty)).toEqual({ ok: 5, rate_limited: 25 });
    // Calls count even when their answer is withheld.
    expect(await hits('get_party address 203.0.113.7')).toBe(30);
  });

  test('guesses of codes end at the limit, whether the price is requested or the order is held', async () => {
    expect(await together((n) => quote(`ASKED${n}`))).toEqual({
      ok: 5,
      rate_limited: 25,
    });
    await db.sql`truncate public.rate_limits`;
    expect(await together((n) => rpc(db, who, 'hold_order', orderWithCode(`HELD${n}`)))).toEqual({
      code_invalid: 5,
      rate_limited: 25,
    });
  });

  test('a code whose answer was withheld counts as a guess when it is typed again', async () => {
    const codes = Array.from({ length: 30 }, (_, n) => `LATER${n}`);
    const first = await Promise.all(
      codes.map((code) => outcome(rpc(db, who, 'hold_order', orderWithCode(code)))),
    );
    const untold = codes.filter((_, n) => first[n] === 'rate_limited');
    expect(untold).toHaveLength(25);
    // The window for guesses ends before the windows for these codes.
    await db.sql`update public.rate_limits set window_ends_at = clock_timestamp()
      where key_hash = private.fingerprint('guess code address 203.0.113.7')`;
    const again = [];
    for (const code of untold) again.push(await outcome(rpc(db, who, 'hold_order', orderWithCode(code))));
    expect(again.filter((what) => what === 'code_invalid')).toHaveLength(5);
  });

  test('the answer about a code is withheld if the limit was reached while the call ran', async () => {
    const leaveCall = (code: string | null, meanwhile: () => Promise<unknown>) =>
      db.sql.begin(async (sql) => {
        await sql`select set_config('request.headers', '{"cf-connecting-ip": "203.0.113.7"}', true),
          set_config('request.path', '/rpc/quote_order', true), set_config('request.jwt.claims', '{"role": "anon"}', true)`;
        const [{ keys }] = await sql<[{ keys: string[] | null }]>`
          select private.enter_call('quote_order', 'quote_order', ${code}) as keys`;
        expect(keys).toHaveLength(1);
        await meanwhile();
        const [{ within }] = await sql<[{ within: boolean }]>`
          select private.leave_call('quote_order', ${keys}, ${code}) as within`;
        return within;
      });
    expect(await leaveCall('RIGHT', () => quote('WRONG'))).toBe(true);
    const useUpGuesses = () => together((n) => quote(`WRONG${n}`), 10);
    expect(await leaveCall('RIGHT', useUpGuesses)).toBe(false);
    expect(await leaveCall(null, () => Promise.resolve())).toBe(true);
  });
});
