/** The security helper checks limit and role and logs the access, in this order (spec 1 §6, §7 and §8). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { securityTexts } from '#contract/security.ts';
import type { Db } from '#server/db.ts';
import { RefusalError } from '#server/refusal.ts';
import { secured, type SecuredCall } from '#server/secured.ts';
import { makeToken } from '#support/functions-db.ts';

const userId = '0b7ff0a4-0000-4000-8000-000000000002';
const asSomebody = { authorization: `Bearer ${makeToken(userId)}` };
type Answers = Partial<Record<'enhanced_rate_limit_check' | 'has_role' | 'log_security_access', unknown>>;
const databaseDown = new Error('down');

/** Returns the calls to SQL and the outcome. */
async function callSecured(
  answers: Answers,
  change: Partial<SecuredCall> = {},
  headers: HeadersInit = asSomebody,
) {
  const requests: string[] = [];
  const db: Db = {
    rpc: (name, args) => {
      requests.push(name === 'has_role' ? `has_role ${(args as { check_role: string }).check_role}` : name);
      const answer = answers[name as keyof Answers];
      const given = typeof answer === 'function' ? (answer as (args: unknown) => unknown)(args) : answer;
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    },
  };
  const request = new Request('http://functions.test/functions/v1/x', { method: 'POST', headers });
  const what = { endpoint: 'refunds', table: 'orders', access: 'refund', ...change };
  const outcome = await secured(request, { dbAs: () => db }, what).then(
    (caller) => ({ userId: caller.userId }),
    (error: unknown) => {
      if (!(error instanceof RefusalError)) throw error;
      return { code: error.refusal.code, says: error.message };
    },
  );
  return { asked: requests, outcome };
}
const all = { enhanced_rate_limit_check: true, has_role: true, log_security_access: { logged: true } };

test('the helper checks the limit, then the role, and then logs the access', async () => {
  expect(await callSecured(all)).toEqual({
    asked: ['enhanced_rate_limit_check', 'has_role customer', 'log_security_access'],
    outcome: { userId },
  });
});

test('a member needs the role customer by default, and one of several roles is enough', async () => {
  const isCoach = (args: unknown) => (args as { check_role: string }).check_role === 'coach';
  const { asked, outcome } = await callSecured(
    { ...all, has_role: isCoach },
    { roles: ['business_admin', 'admin', 'coach'] },
  );
  expect(outcome).toEqual({ userId });
  expect(asked.slice(1, 4)).toEqual(['has_role business_admin', 'has_role admin', 'has_role coach']);
});

const limit = { code: 'rate_limited', says: 'Rate limit exceeded' };
const role = { code: 'not_allowed', says: 'Insufficient permissions' };
test.each<[when: string, answers: Answers, change: Partial<SecuredCall>, outcome: object, asked: number]>([
  ['the limit is reached', { ...all, enhanced_rate_limit_check: false }, {}, limit, 1],
  ['the limit answers nonsense', { ...all, enhanced_rate_limit_check: null }, {}, limit, 1],
  ['the limit cannot be checked', { ...all, enhanced_rate_limit_check: databaseDown }, {}, { userId }, 3],
  [
    'the limit of a call about money cannot be checked',
    { ...all, enhanced_rate_limit_check: databaseDown },
    { strict: true },
    limit,
    1,
  ],
  ['the role is missing', { ...all, has_role: false }, {}, role, 2],
  ['the role answers nonsense', { ...all, has_role: 'yes' }, {}, role, 2],
  ['the role cannot be read', { ...all, has_role: databaseDown }, {}, role, 2],
  ['the access cannot be logged', { ...all, log_security_access: databaseDown }, {}, { userId }, 3],
])('the helper answers as specified if %s', async (_, answers, change, outcome, asked) => {
  const result = await callSecured(answers, change);
  expect(result.outcome).toEqual(outcome);
  expect(result.asked).toHaveLength(asked);
});

test.each<[what: string, headers: HeadersInit]>([
  ['nobody', {}],
  ['the publishable key', { authorization: 'Bearer sb_publishable_x' }],
  [
    'a token that names nobody',
    { authorization: `Bearer e30.${Buffer.from('{"sub":"x"}').toString('base64url')}.x` },
  ],
  ['a malformed token', { authorization: 'Bearer a.b.c' }],
])('the call of %s is unauthorized, and nothing is called', async (_, headers) => {
  const { asked, outcome } = await callSecured(all, {}, headers);
  expect(outcome).toMatchObject({ code: 'unauthorized' });
  expect(asked).toEqual([]);
});

test('an ended session is named as the reason, whichever call fails with it', async () => {
  const ended = new RefusalError({ code: 'unauthorized' });
  for (const name of ['enhanced_rate_limit_check', 'has_role', 'log_security_access'] as const)
    expect((await callSecured({ ...all, [name]: ended })).outcome).toMatchObject({ code: 'unauthorized' });
});

test('the helper’s sentences are those of the specification', () => {
  expect(securityTexts).toEqual({
    rate_limited: 'Rate limit exceeded',
    not_allowed: 'Insufficient permissions',
  });
});

test('every function for signed-in callers uses the helper, or this test has the reason', () => {
  const folder = path.join(import.meta.dirname, '../../supabase/functions');
  const open = globSync('*/handler.ts', { cwd: folder }).filter((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    return /\b(?:userToken|dbAs|verifiedUser)\(/.test(text) && !/\bsecured\(/.test(text);
  });
  expect(open.map((file) => path.dirname(file)).sort()).toEqual([
    // SQL limits and checks both: a coach of the camp, or a parent of the child. Parents' views of their own children
    // are not logged, and staff read no photo.
    'camp-photos',
    // SQL limits `child-photo` (get_child_photos) and checks whose child it is. Parents' views of their own children
    // are not logged.
    'child-photo',
    // Guests pay too. SQL requires a sign-in only to pay from the family's balance, and limits the calls.
    'create-checkout',
    // The link is enough to pay. SQL requires a sign-in only to pay from the balance, and limits the calls.
    'pay-instalment',
    // SQL decides and logs (begin_factor_reset): who may, how fresh the own second factor is, and how often.
    'reset-second-factor',
    // Visitors may call this function too.
    'validate-pass-eligibility',
  ]);
});
