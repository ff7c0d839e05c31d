/** Tests that limits cannot be evaded, and that they do not block other people behind the same address. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { visitorAt } from '#support/sql-leads.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  session = await shop.makeSession(db, { capacity: 50 });
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.rate_limits`);

const who = visitorAt('203.0.113.7');
const order = (code: string | null = null) => ({
  p_order: {
    lines: [{ offer_id: shop.tryout.id, session_id: session, expected_price_cents: null }],
    code,
    previous_secret: null,
  },
});
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    () => refusal(call).then((refused) => refused.code),
  );

/** Calls as PostgREST does: it finds the function by the decoded path and gives SQL the raw path. */
async function callByPath(path: string, name: string, args: object, caller: Caller = who) {
  return db.as(caller, async (sql) => {
    await sql`select set_config('request.path', ${path}, true), set_config('response.status', '', true)`;
    const list = Object.entries(args).map(([key, value], n) =>
      n ? sql`, ${sql.unsafe(key)} => ${value as never}` : sql`${sql.unsafe(key)} => ${value as never}`,
    );
    const [row] = await sql<
      [{ answer: { message?: string } }]
    >`select public.${sql.unsafe(name)}(${list}) as answer`;
    return row.answer.message ?? 'ok';
  });
}

describe('a limit cannot be avoided by another spelling of the path', () => {
  test.each(['/rpc/hold%5Forder', '/rpc/%68old_order', '/rpc//hold_order', '/rpc/hold_order/'])(
    '%s: wrong codes are refused after sixty',
    async (path) => {
      const answers = [];
      for (let n = 0; n < 70; n++) answers.push(await callByPath(path, 'hold_order', order(`SPELT${n}`)));
      expect(answers.filter((answer) => answer === 'code_invalid')).toHaveLength(60);
      expect(answers.at(-1)).toBe('rate_limited');
    },
  );

  test('guesses at pick-up codes are limited too', async () => {
    const [log] = await db.sql<[{ n: number }]>`select count(*) as n from public.access_log`;
    const coach = {
      ...who,
      role: 'authenticated' as const,
      sub: await makeUser(db, 'coach@example.test', ['coach']),
    };
    for (let n = 0; n < 61; n++)
      await callByPath(
        '/rpc/check%5Fpickup%5Fcode',
        'check_pickup_code',
        { p_child_id: randomUUID(), p_code: '000000' },
        coach,
      );
    const last = { p_child_id: randomUUID(), p_code: '000000' };
    expect(await callByPath('/rpc/check%5Fpickup%5Fcode', 'check_pickup_code', last, coach)).toBe(
      'rate_limited',
    );
    expect(log.n).toBe(0);
  });
});

describe('callers who guess', () => {
  test('a caller who guesses codes does not block others behind the same address, who can buy without a code', async () => {
    for (let n = 0; n < 60; n++) await rpc(db, who, 'quote_order', order(`WRONG${n}`));
    expect(await code(rpc(db, who, 'quote_order', order('WRONG-AGAIN')))).toBe('rate_limited');
    expect(await code(rpc(db, who, 'hold_order', order('RIGHT')))).toBe('rate_limited');
    expect(await code(rpc(db, who, 'quote_order', order()))).toBe('ok');
    expect(await code(rpc(db, who, 'quote_order', order('  ')))).toBe('ok');
    const held = rpc<OrderView>(db, who, 'hold_order', order());
    expect(await code(held)).toBe('ok');
    expect(await code(rpc(db, who, 'get_order', { p_secret: (await held).secret }))).toBe('ok');
  });

  test('a wrong code counts as one guess, even if the price is requested a hundred times', async () => {
    for (let n = 0; n < 100; n++) await rpc(db, who, 'quote_order', order(n % 2 ? 'otter-5' : 'OTTER-5 '));
    const [guesses] = await db.sql`select hits from public.rate_limits
      where key_hash = private.fingerprint('guess code address 203.0.113.7')`;
    expect(guesses).toEqual({ hits: 1 });
  });

  test('a caller who guesses secrets is refused with wrong ones, and right ones still work', async () => {
    const { secret } = await rpc<OrderView>(db, who, 'hold_order', order());
    for (let n = 0; n < 60; n++)
      expect(await code(rpc(db, who, 'get_order', { p_secret: randomUUID() }))).toBe('order_not_found');
    for (const [name, args] of [
      ['get_order', { p_secret: randomUUID() }],
      ['renew_hold', { p_secret: randomUUID() }],
      ['get_managed_order', { p_access: { token: randomUUID() } }],
      ['get_waitlist_entry', { p_secret: randomUUID() }],
      ['get_party', { p_code: 'ABCDEFGHJKMNPQRSTUVW' }],
      ['load_form_draft', { p_token: randomUUID() }],
    ] as const)
      expect(await code(rpc(db, who, name, args)), name).toBe('rate_limited');
    expect(await code(rpc(db, who, 'get_order', { p_secret: secret }))).toBe('ok');
    expect(await code(rpc(db, who, 'renew_hold', { p_secret: secret }))).toBe('ok');
    expect(await code(rpc(db, who, 'quote_order', order('WRONG')))).toBe('ok');
  });

  test('a caller who guesses order secrets is limited by address, so invented secrets do not block a function', async () => {
    const { secret } = await rpc<OrderView>(db, who, 'hold_order', order());
    const ask = (p_secret: string, address = '203.0.113.9') =>
      rpc<{ allowed: boolean }>(db, service, 'check_order_secret', {
        p_secret,
        p_headers: { 'cf-connecting-ip': address },
      });
    for (let n = 0; n < 60; n++) expect(await ask(randomUUID())).toEqual({ allowed: true });
    expect(await ask(randomUUID())).toEqual({ allowed: false });
    expect(await ask(secret)).toEqual({ allowed: true });
    expect(await ask(randomUUID(), '203.0.113.10')).toEqual({ allowed: true });
    expect(await countRows(db, 'rate_limits')).toBeLessThan(5);
  });
});

test('a stranger cannot block the sign-in screen for everybody behind the same address', async () => {
  for (const p_endpoint of ['sign_in', 'sign_up']) {
    for (let n = 0; n < 200; n++) await rpc(db, who, 'enhanced_rate_limit_check', { p_endpoint });
    expect(await rpc(db, who, 'enhanced_rate_limit_check', { p_endpoint })).toBe(true);
  }
});

test('a call does not wait for another call from its address', async () => {
  const answered = await db.sql.begin(async (slow) => {
    await slow`select set_config('request.headers', '{"cf-connecting-ip": "203.0.113.7"}', true),
      set_config('request.path', '/rpc/quote_order', true), set_config('request.jwt.claims', '{"role": "anon"}', true)`;
    // This transaction stays open after `enter_call`, like a call in progress.
    await slow`select private.enter_call('hold_order', 'hold_order', null)`;
    return Promise.race([
      rpc(db, who, 'hold_order', order()).then(() => 'answered'),
      new Promise((resolve) => setTimeout(() => resolve('waited'), 3000)),
    ]);
  });
  expect(answered).toBe('answered');
});

describe('the number of stored rows', () => {
  test('the number of reported accesses is limited per day', async () => {
    const sub = await makeUser(db, 'flood@example.test');
    const report = () =>
      rpc<{ logged: boolean }>(db, { ...who, role: 'authenticated', sub }, 'log_security_access', {
        accessed_table: 'children',
        access_type: 'read',
      });
    await db.sql`update public.rate_rules set most = 20 where endpoint = 'log_security_access'`;
    const answers = [];
    for (let n = 0; n < 25; n++) answers.push((await report()).logged);
    expect(answers.filter(Boolean)).toHaveLength(20);
    const [rule] = await db.sql`select seconds from public.rate_rules where endpoint = 'log_security_access'`;
    expect(rule).toEqual({ seconds: 86_400 });
  });

  test('new form drafts are limited to forty an hour, while existing drafts can still be saved', async () => {
    const save = (token: string | null = null) =>
      rpc<{ token: string }>(db, who, 'save_form_draft', {
        p_draft: { form_id: 'rsvp', body: { a: 1 }, token },
      });
    const { token } = await save();
    for (let n = 1; n < 40; n++) await save();
    expect(await code(save())).toBe('rate_limited');
    expect(await save(token)).toEqual({ token });
  });
});
