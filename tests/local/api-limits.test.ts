import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

const few = { attempts: 3, windowSeconds: 300 };
let api: TestApi;
let visitors = 0;
beforeAll(async () => {
  api = await createApi({
    confirmEmail: true,
    trustedHeader: 'x-visitor',
    limits: {
      ...hostedLimits(),
      signIns: few,
      signUps: few,
      mailRequests: few,
      verifies: few,
      refreshes: few,
      factors: few,
      mails: { attempts: 1000, windowSeconds: 3600 },
    },
  });
  await api.client().auth.signUp({ email: 'known@example.test', password });
  await api.database.sql`update auth.users set email_confirmed_at = now()`;
});
afterAll(() => api.stop());

const visitor = () => `203.0.113.${++visitors}`;
const post = async (path: string, body: object, address = visitor()) => {
  const answer = await fetch(`${api.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: api.keys.anon, 'x-visitor': address },
    body: JSON.stringify(body),
  });
  const { error_code: code } = (await answer.json()) as { error_code?: string };
  return { status: answer.status, code, after: Number(answer.headers.get('retry-after')) };
};

describe.each([
  ['/recover', {}],
  ['/otp', { create_user: false }],
  ['/magiclink', {}],
  ['/resend', { type: 'signup' }],
  ['/signup', { password }],
])('the mails of %s', (path, more) => {
  it('are limited to one a minute to an address, with the same answer for an unknown one', async () => {
    const answers = [];
    for (const email of ['known@example.test', `stranger-of-${path.slice(1)}@example.test`]) {
      await api.database.sql`update auth.users set confirmation_sent_at = null where email = ${email}`;
      await post(path, { email, ...more });
      // The limit counts by mailbox, whoever calls.
      answers.push(await post(path, { email: email.toUpperCase(), ...more }));
    }
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect(answer.after).toBeGreaterThan(20);
    }
  });
});

it('are not limited after a weak password', async () => {
  const email = 'weak-first@example.test';
  expect(await post('/signup', { email, password: 'short' })).toMatchObject({ code: 'weak_password' });
  expect(await post('/signup', { email, password })).toMatchObject({ status: 200 });
});

describe.each([
  ['sign-ins', '/token?grant_type=password', () => ({ email: 'known@example.test', password: 'a guess' })],
  ['forgotten passwords', '/recover', () => ({ email: 'no address' })],
  ['sign-in links', '/otp', () => ({ email: 'no address' })],
  ['mails sent again', '/resend', () => ({ type: 'signup', email: 'no address' })],
  ['sign-ups', '/signup', () => ({ email: `${crypto.randomUUID()}@example.test`, password: 'short' })],
  ['codes', '/verify', () => ({ type: 'email', email: 'known@example.test', token: '123456' })],
  ['refreshes', '/token?grant_type=refresh_token', () => ({ refresh_token: crypto.randomUUID() })],
  ['second factors', `/factors/${crypto.randomUUID()}/verify`, () => ({ code: '123456' })],
])('the limit of %s', (_, path, body) => {
  it('counts calls by network address, refused ones too', async () => {
    const address = visitor();
    const codes = [];
    for (let n = 0; n < 4; n++) codes.push((await post(path, body(), address)).code);
    expect(codes.slice(0, 3)).not.toContain('over_request_rate_limit');
    expect(codes[3]).toBe('over_request_rate_limit');
    expect((await post(path, body())).code).not.toBe('over_request_rate_limit');
  });
});

it('the mails of a project are limited per hour, whoever requests them', async () => {
  const small = await createApi({
    confirmEmail: true,
    limits: { mails: { attempts: 2, windowSeconds: 3600 } },
  });
  const recover = async (email: string) =>
    (await small.client().auth.resetPasswordForEmail(email)).error?.message;
  expect([await recover('a@example.test'), await recover('b@example.test')]).toEqual([undefined, undefined]);
  expect(await recover('c@example.test')).toBe('email rate limit exceeded');
  await small.stop();
});

it('the project’s limit of mails is the hosted one, and above the limits of one network', () => {
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  const { mails, mailRequests, signUps } = hostedLimits();
  expect(mails).toEqual({ attempts: Number(/^email_sent = (\d+)$/m.exec(config)?.[1]), windowSeconds: 3600 });
  for (const { attempts, windowSeconds } of [mailRequests, signUps])
    expect((attempts * 3600) / windowSeconds).toBeLessThan(mails.attempts);
});
