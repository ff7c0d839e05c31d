/** Tests limits per account, and limits for all accounts that share an address. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.rate_limits`);

const who = visitorAt('203.0.113.7');

// A school, a skate park or the project's edge functions share one address among many parents.
describe('a caller who exceeds their own limit', () => {
  const account = async (name: string): Promise<Caller> => ({
    ...who,
    role: 'authenticated',
    sub: await makeUser(db, `${name}@example.test`),
  });

  test('the caller uses up nobody else’s limit of a call', async () => {
    const [one, other] = [await account('loud'), await account('quiet')];
    const invite = (caller: Caller) => refusal(rpc(db, caller, 'invite_parent', { p_email: 'x' }));
    for (let n = 0; n < 220; n++) await invite(one);
    expect(await invite(one)).toMatchObject({ code: 'rate_limited' });
    expect(await invite(other)).toMatchObject({ code: 'invalid_input' });
  });

  test.each(['auto_fix', 'guess'])('the caller uses up nobody else’s limit of %s', async (p_endpoint) => {
    const [one, other] = [await account(`loud-${p_endpoint}`), await account(`quiet-${p_endpoint}`)];
    const [rule] = await db.sql<
      [{ most: number }]
    >`select most from public.rate_rules where endpoint = ${p_endpoint}`;
    const ask = (caller: Caller) => rpc<boolean>(db, caller, 'enhanced_rate_limit_check', { p_endpoint });
    for (let n = 0; n <= rule.most * 20; n++) await ask(one);
    expect(await ask(one)).toBe(false);
    expect(await ask(other)).toBe(true);
    expect(await refusal(rpc(db, other, 'invite_parent', { p_email: 'x' }))).toMatchObject({
      code: 'invalid_input',
    });
  });

  test.each(['auto_fix', 'guess'])(
    'a visitor uses up no limit of the accounts behind the address: %s',
    async (p_endpoint) => {
      const [rule] = await db.sql<
        [{ most: number }]
      >`select most from public.rate_rules where endpoint = ${p_endpoint}`;
      const ask = (caller: Caller) => rpc<boolean>(db, caller, 'enhanced_rate_limit_check', { p_endpoint });
      for (let n = 0; n <= rule.most * 20; n++) await ask(who);
      expect(await ask(who)).toBe(false);
      const staff = await account(`beside-${p_endpoint}`);
      expect(await ask(staff)).toBe(true);
      expect(await refusal(rpc(db, staff, 'invite_parent', { p_email: 'x' }))).toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  test('twenty accounts together use up the address’s limit', async () => {
    const ask = (caller: Caller) =>
      rpc<boolean>(db, caller, 'enhanced_rate_limit_check', { p_endpoint: 'auto_fix' });
    for (let n = 0; n < 20; n++) {
      const one = await account(`crowd-${n}`);
      expect([await ask(one), await ask(one), await ask(one)]).toEqual([true, true, false]);
    }
    expect(await ask(await account('crowd-last'))).toBe(false);
  });
});

describe('limits on views of health, in case of a stolen session', () => {
  test.each([
    ['get_parent_health', { p_profile_id: randomUUID() }, 240],
    // An id that does not exist counts as a guess.
    ['get_party_health', { p_party_id: randomUUID() }, 60],
    ['get_response_health', { p_response_id: randomUUID() }, 240],
    ['get_roster', { p_date: '2026-11-21' }, 240],
    ['get_todays_roster', {}, 600],
  ] as const)('%s', async (name, args, most) => {
    const sub = await makeUser(db, `${name}@example.test`, ['admin']);
    const call = () =>
      rpc(db, { ...who, role: 'authenticated', sub }, name, args).then(
        () => null,
        (error: unknown) => (error as Error).message,
      );
    for (let n = 0; n < most; n++) expect(await call()).not.toBe('rate_limited');
    expect(await call()).toBe('rate_limited');
  });
});
