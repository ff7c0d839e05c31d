/** Tests that answers of a language model never cost more than the caps, however many visitors ask at once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offerEnd } from '#contract/pass-end.ts';
import { usualModel } from '#server/model.ts';
import { tokenLimits } from '#functions/assistant/compose.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { publish, term } from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());
/** An answer costs at most one US cent here; a visitor may spend three and a day ten. */
beforeEach(async () => {
  await db.sql`truncate public.assistant_spend, public.assistant_claims, public.rate_limits`;
  await db.sql`update public.settings set assistant_day_us_cents = 10, assistant_visitor_us_cents = 3`;
});

interface Claim {
  claim: string | null;
  why: string | null;
}
const claim = (address = '203.0.113.7', more: object = {}, who: Caller = service) =>
  rpc<Claim>(db, who, 'claim_model_answer', {
    p_model: 'claude-haiku-4-5',
    p_input: 5000,
    p_output: 1000,
    p_question: 'is lunch included',
    p_headers: { 'cf-connecting-ip': address },
    ...more,
  });
const settle = (id: string | null, input: number, output: number) =>
  rpc<{ settled: boolean }>(db, service, 'settle_model_answer', {
    p_claim: id,
    p_input: input,
    p_output: output,
  });
const spent = async (caller = 'all') => {
  const [row] = await db.sql<{ millionths: string }[]>`
    select millionths from public.assistant_spend where caller = ${caller}`;
  return Number(row?.millionths ?? 0);
};
const countReason = (claims: readonly Claim[], why: string | null) =>
  claims.filter((one) => one.why === why).length;

describe('the spending caps', () => {
  test('a visitor is stopped at their own cap, and others continue until the daily cap is reached', async () => {
    const ownClaims = [];
    for (let n = 0; n < 5; n++) ownClaims.push(await claim());
    expect(ownClaims.map(({ why }) => why)).toEqual([null, null, null, 'visitor', 'visitor']);
    // A refused claim does not count for the day.
    expect(await spent()).toBe(3_000_000);
    const others = [];
    for (let n = 0; n < 9; n++) others.push(await claim(`198.51.100.${n}`));
    expect(others.map(({ why }) => why)).toEqual([...Array<null>(7).fill(null), 'day', 'day']);
    expect(await spent()).toBe(10_000_000);
  });

  test('forty parallel claims, from one visitor and from many, stay below both caps', async () => {
    const same = await Promise.all(Array.from({ length: 20 }, () => claim()));
    expect([countReason(same, null), countReason(same, 'visitor')]).toEqual([3, 17]);
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(`198.51.100.${n}`)));
    expect([countReason(many, null), countReason(many, 'day')]).toEqual([7, 13]);
    expect(await spent()).toBe(10_000_000);
  });

  test('once settled, an answer counts with its real cost, and only once', async () => {
    const { claim: id } = await claim();
    expect(await spent()).toBe(1_000_000);
    expect(await settle(id, 2000, 100)).toEqual({ settled: true });
    expect(await spent()).toBe(2000 * 100 + 100 * 500);
    expect(await settle(id, 0, 0)).toEqual({ settled: false });
    expect(await spent()).toBe(250_000);
    // An unsettled claim counts in full. An answer that cost more than its claim counts with its real cost.
    await claim();
    const { claim: dear } = await claim();
    await settle(dear, 10_000, 4000);
    expect(await spent()).toBe(250_000 + 1_000_000 + 3_000_000);
    expect((await claim()).why).toBe('visitor');
    expect(await settle(randomUUID(), 1, 1)).toEqual({ settled: false });
  });

  test('a claim larger than the cap is refused, also on a day without any spending', async () => {
    expect((await claim(undefined, { p_input: 40_000 })).why).toBe('visitor');
    await db.sql`update public.settings set assistant_day_us_cents = 0`;
    expect((await claim()).why).toBe('day');
    expect(await spent()).toBe(0);
  });

  test('a model without a known price counts as the most expensive known one, both in the claim and in its cost', async () => {
    await db.sql`update public.settings set assistant_visitor_us_cents = 20, assistant_day_us_cents = 20`;
    const { claim: id, why } = await claim(undefined, { p_model: 'claude-of-tomorrow' });
    expect(why).toBeNull();
    expect(await spent()).toBe(5000 * 1000 + 1000 * 5000);
    expect(await settle(id, 2000, 100)).toEqual({ settled: true });
    expect(await spent()).toBe(2000 * 1000 + 100 * 5000);
    // A listed model has its own price, and both models count towards the same cap.
    await claim();
    expect(await spent()).toBe(2_500_000 + 1_000_000);
    expect((await claim(undefined, { p_model: 'another', p_input: 20_000 })).why).toBe('day');
  });

  test('no model is asked when no price is known', async () => {
    const answer = await db.sql.begin(async (sql) => {
      const prices = await sql`
        delete from public.assistant_prices returning model, input_us_cents, output_us_cents`;
      const [row] = await sql<{ answer: Claim }[]>`
        select public.claim_model_answer('claude-haiku-4-5', 5000, 1000, 'is lunch included', '{}') as answer`;
      await sql`insert into public.assistant_prices ${sql(prices)}`;
      return row?.answer;
    });
    expect(answer).toEqual({ claim: null, why: 'price' });
    expect(await spent()).toBe(0);
  });
});

test('the default settings allow a model without a known price, and hundreds of answers from the usual model', async () => {
  await db.sql`update public.settings set assistant_day_us_cents = default, assistant_visitor_us_cents = default`;
  const whole = { p_input: tokenLimits.input, p_output: tokenLimits.output };
  const unknown = await claim('198.51.100.1', { p_model: 'claude-of-tomorrow', ...whole });
  expect(unknown.why).toBeNull();
  const [usual] = await db.sql<{ answers: number }[]>`
    select (s.assistant_visitor_us_cents * 1000000 / (5000 * p.input_us_cents + 100 * p.output_us_cents))::int as answers
    from public.settings s, public.assistant_prices p where p.model = ${usualModel}`;
  expect(usual?.answers).toBeGreaterThan(500);
});

test.each([
  'call me at 9123 4567 about camps',
  'my mail is mei@example.com, is lunch included',
  'is S1234567D needed',
  'my son Ethan born 3 May 2018, which team',
  'my daughter has asthma, is it safe',
  'is lunch included for [hidden]',
])('a question that looks personal never reaches a model: %s', async (question) => {
  expect(await claim(undefined, { p_question: question })).toEqual({ claim: null, why: 'somebody' });
});

test('refused claims count for the rate limit, so a script is stopped', async () => {
  for (let n = 0; n < 60; n++) await claim(undefined, { p_model: 'none' });
  expect((await claim()).why).toBe('often');
  expect((await claim('198.51.100.1')).why).toBeNull();
});

test('invalid amounts are refused', async () => {
  for (const [field, wrong] of [
    ['p_input', 0],
    ['p_input', null],
    ['p_output', -1],
    ['p_question', ''],
  ] as const)
    expect(await refusal(claim(undefined, { [field]: wrong }))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  expect(await refusal(settle(randomUUID(), -1, 0))).toMatchObject({ code: 'invalid_input' });
});

test('only the service can claim, settle and read the facts', async () => {
  for (const role of ['visitor', 'parent', 'coach', 'admin', 'business admin'] as const) {
    const who = people.callers[role];
    expect(await sqlState(claim(undefined, {}, who)), role).toBe('42501');
    const settling = { p_claim: randomUUID(), p_input: 0, p_output: 0 };
    expect(await sqlState(rpc(db, who, 'settle_model_answer', settling)), role).toBe('42501');
    expect(await sqlState(rpc(db, who, 'get_assistant_facts', { p_part: 'offers' })), role).toBe('42501');
  }
});

test('spending and claims are deleted after some days', async () => {
  await claim();
  await db.sql`update public.assistant_spend set day = day - 4 where caller <> 'all'`;
  await db.sql`update public.assistant_claims set day = day - 4`;
  await db.sql`select private.purge_assistant_spend()`;
  expect([await countRows(db, 'assistant_spend'), await countRows(db, 'assistant_claims')]).toEqual([1, 0]);
});

describe('the facts about offers on sale', () => {
  const facts = (role: string) => rpc<string[]>(db, service, 'get_assistant_facts', { p_part: role });

  test('the facts list camps with today’s price, hours and spots, and an unknown topic has no facts', async () => {
    await camps.publish(db, camps.tierOffer('spark'));
    await camps.makeCamp(db, { capacity: 20 });
    const lines = await facts('camps');
    expect(lines.join('\n')).toMatch(
      /\w{3} \d{1,2} \w{3} to \w{3} \d{1,2} \w{3} \d{4}, .*\d{1,2}:\d\d (am|pm) to .* S\$\d+ today, 20 of 20 spots free/,
    );
    expect((await facts('offers')).join('\n')).toMatch(/spark.*the listed price is S\$\d+/);
    expect(Array.isArray(await facts('sessions'))).toBe(true);
    expect(await facts('children')).toEqual([]);
  });

  test('the facts describe a renewing pass in the words of the website', async () => {
    const flexi = { ...term, id: 'pass-flexi', price_cents: 16_750 };
    await publish(db, [flexi]);
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = ${flexi.id}`;
    const [line] = await facts('offers');
    expect(line).toContain(`. ${offerEnd({ ...flexi, details: { renews: true } })}. `);
  });
});
