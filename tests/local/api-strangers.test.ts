import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANSWER_MS } from '#local/api/auth/hide-accounts.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

const knownEmail = 'known@example.test';
const unconfirmed = 'unconfirmed@example.test';
let api: TestApi;
beforeAll(async () => {
  api = await createApi({
    confirmEmail: true,
    limits: { mailEverySeconds: 0, mails: { attempts: 1000, windowSeconds: 3600 } },
  });
  for (const email of [knownEmail, unconfirmed]) await api.client().auth.signUp({ email, password });
  await api.database.sql`update auth.users set email_confirmed_at = now(),
    confirmation_token = null where email = ${knownEmail}`;
  await api.database.sql`update auth.users set confirmation_sent_at = now() - interval '2 minutes'`;
});
afterAll(() => api.stop());

let strangers = 0;
const stranger = () => `stranger${strangers++}@example.test`;
const post = async (path: string, body: object) => {
  const began = performance.now();
  const answer = await fetch(`${api.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: api.keys.anon, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, ms: performance.now() - began };
};
const subjects = (to: string) => api.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);

/** Returns the text without values that differ from call to call. */
const shape = (text: string, email: string) =>
  text
    .replaceAll(email, 'EMAIL')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'MOMENT');

describe.each([
  ['/otp', {}],
  ['/otp', { create_user: false }],
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/magiclink', {}],
  ['/signup', { password, data: { name: 'Ann' } }],
])('a request to %s %j', (path, more) => {
  it('is answered the same, whatever is known of the address', async () => {
    const answers = [];
    for (const email of [stranger(), knownEmail, unconfirmed]) {
      const { status, text } = await post(path, { email, ...more });
      answers.push({ status, shape: shape(text, email) });
    }
    expect(answers[0]?.status).toBe(200);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is never answered faster than after its fixed time', async () => {
    for (const email of [stranger(), knownEmail])
      expect((await post(path, { email, ...more })).ms).toBeGreaterThanOrEqual(ANSWER_MS - 5);
  });

  it('is told what is wrong with it', async () => {
    expect((await post(path, { email: 'no address', ...more })).status).toBeGreaterThanOrEqual(400);
  });
});

it('a sign-up computes one hash, whatever is known of the address', async () => {
  const hash = vi.spyOn(bcrypt, 'hash');
  const hashed = [];
  for (const email of [knownEmail, unconfirmed, stranger()]) {
    await post('/signup', { email, password });
    hashed.push(hash.mock.calls.splice(0).map(([, cost]) => cost));
  }
  hash.mockRestore();
  expect(hashed[0]).toHaveLength(1);
  expect(hashed).toEqual([hashed[0], hashed[0], hashed[0]]);
});

it.each([
  ['/recover', {}],
  ['/otp', {}],
  ['/magiclink', {}],
  ['/resend', { type: 'signup' }],
])('%s answers while the mail is still being sent', async (path, more) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  api.mailServer.waits = promise;
  for (const email of [knownEmail, unconfirmed, stranger()])
    expect(await post(path, { email, ...more })).toMatchObject({ status: 200, text: '{}' });
  api.mailServer.waits = undefined;
  resolve(undefined);
});

describe('the truth about an account is sent by mail', () => {
  it('to the owner of a known address, and the account does not change', async () => {
    const before = await api.database.sql`select * from auth.users where email = ${knownEmail}`;
    await post('/signup', {
      email: knownEmail.toUpperCase(),
      password: 'another-river-9',
      data: { name: 'Eve' },
    });
    expect(subjects(knownEmail).at(-1)).toMatch(/^You have an account/);
    expect(api.mails.at(-1)?.text).not.toMatch(/\{\{|verify/);
    expect([...(await api.database.sql`select * from auth.users where email = ${knownEmail}`)]).toEqual([
      ...before,
    ]);
    const [left] = await api.database.sql`
      select (select count(*)::int from auth.users where email like '%stand-in%') as users,
        (select count(*)::int from members m where not exists (select from auth.users u where u.id = m.id)) as orphans`;
    expect(left?.['users']).toBe(0);
  });

  it('as a new link to an unconfirmed address, and no password from before it opens the account', async () => {
    await post('/signup', { email: unconfirmed, password: 'another-river-9' });
    const mail = api.mails.findLast(({ to }) => to === unconfirmed);
    const link = new URL(/https?:\S+\/auth\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:');
    const tokenHash = link.searchParams.get('token_hash') ?? '';
    await api.client().auth.verifyOtp({ token_hash: tokenHash, type: 'signup' });
    const signIn = (typedPassword: string) =>
      api.client().auth.signInWithPassword({ email: unconfirmed, password: typedPassword });
    // The people who signed up, first or again, need not own the mailbox.
    for (const typedPassword of [password, 'another-river-9'])
      expect((await signIn(typedPassword)).error?.code).toBe('invalid_credentials');
  });

  it('by resend, with a working code', async () => {
    const email = stranger();
    await post('/signup', { email, password });
    await post('/resend', { type: 'signup', email });
    await vi.waitFor(() => expect(subjects(email)).toHaveLength(2), 15_000);
    const token = /\b\d{6}\b/.exec(api.mails.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
    expect((await api.client().auth.verifyOtp({ email, token, type: 'signup' })).error).toBeNull();
  });

  it('and stays hidden from the caller even if a mail server fails', async () => {
    api.mailServer.failing = true;
    for (const path of ['/recover', '/otp'])
      expect([
        (await post(path, { email: knownEmail })).status,
        (await post(path, { email: stranger() })).status,
      ]).toEqual([200, 200]);
    const signUps = [knownEmail, stranger()].map((email) => post('/signup', { email, password }));
    expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual([500, 500]);
    api.mailServer.failing = false;
  });
});

describe('a wrong password', () => {
  const signIn = (email: string) =>
    post('/token?grant_type=password', { email, password: 'a guess of mine' });

  it('gets the same answer for every address, confirmed or not', async () => {
    const email = stranger();
    await post('/signup', { email, password });
    const answers = [];
    for (const one of [knownEmail, email, stranger()]) answers.push((await signIn(one)).text);
    expect(new Set(answers).size).toBe(1);
    const right = await post('/token?grant_type=password', { email, password });
    expect(right.text).toContain('email_not_confirmed');
  });

  it('costs the same work for every address: one comparison of equally expensive hashes', async () => {
    const email = stranger();
    await post('/signup', { email, password });
    const compare = vi.spyOn(bcrypt, 'compare');
    const costs = [];
    for (const one of [knownEmail, email, stranger()]) {
      await signIn(one);
      costs.push(compare.mock.calls.splice(0).map(([, hash]) => bcrypt.getRounds(hash)));
    }
    compare.mockRestore();
    expect(costs).toEqual([[10], [10], [10]]);
  });
});

it.each([
  'short-one',
  'Password1234',
  'qwertyuiop',
  '1234567890',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'Singapore123',
])('the password %s is refused with its reasons', async (weak) => {
  const { error } = await api.client().auth.signUp({ email: stranger(), password: weak });
  expect(error).toMatchObject({ status: 422, code: 'weak_password' });
  expect(error).toHaveProperty('reasons', [weak.length < 10 ? 'length' : 'pwned']);
});
