import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

// A stranger with the public key meets SQL's checks before an account is created (tests/db/sign-in-mails.test.ts).
let api: TestApi;
beforeAll(async () => {
  api = await createApi({
    confirmEmail: true,
    trustedHeader: 'x-visitor',
    limits: { ...hostedLimits(1000), mailEverySeconds: 0, mails: { attempts: 1000, windowSeconds: 3600 } },
  });
  await api.database
    .sql`update public.rate_rules set most = 3 where endpoint ~ '^(new_account_(mailbox|network|site)|account_mail)'`;
});
beforeEach(() => api.database.sql`delete from public.rate_limits`);
afterAll(() => api.stop());

let count = 0;
const stranger = () => `stranger${++count}@example.test`;
const post = async (path: string, body: object, address = `203.0.113.${++count}`) => {
  const answer = await fetch(`${api.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: api.keys.anon, 'x-visitor': address, 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  });
  const { msg, message } = (await answer.json()) as { msg?: string; message?: string };
  return { status: answer.status, message: msg ?? message };
};
const limitError = (message: string) => ({ status: 429, message });

it.each([
  ['/signup', { password }],
  ['/otp', {}],
  ['/magiclink', {}],
])('the call %s sends three mails and no more for a network that invents addresses', async (path, more) => {
  const network = `2001:db8:0:${count}::`;
  const before = api.mails.length;
  const answers = [];
  for (let n = 1; n <= 30; n++)
    answers.push(await post(path, { email: stranger(), ...more }, `${network}${n}`));
  expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const answer of answers.slice(3)) expect(answer).toEqual(limitError('network_limited'));
  // A parent in another network can still sign up.
  expect((await post(path, { email: stranger(), ...more })).status).toBe(200);
  await expect.poll(() => api.mails.length - before).toBe(4);
});

it('a mailbox gets three mails, in any spelling and from any network', async () => {
  const name = `v.ictim${++count}`;
  const spellings = [`${name}@gmail.com`, `${name.replace('.', '')}@gmail.com`, `${name}+1@GMAIL.com`];
  for (const email of spellings) expect((await post('/signup', { email, password })).status).toBe(200);
  for (const email of [`${name}+2@gmail.com`, `${name}+3@googlemail.com`])
    expect(await post('/otp', { email })).toEqual(limitError('mailbox_limited'));
});

it('the answer does not depend on what is known of the address', async () => {
  const knownEmail = stranger();
  await post('/signup', { email: knownEmail, password });
  await api.database.sql`update auth.users set email_confirmed_at = now() where email = ${knownEmail}`;
  const ask = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await post('/otp', { email }));
    return answers;
  };
  await api.database.sql`delete from public.rate_limits`;
  expect(await ask(knownEmail)).toEqual(await ask(stranger()));
});

it('an account gets three mails of a kind per hour, and further requests get the same answer', async () => {
  const email = stranger();
  await post('/signup', { email, password });
  await api.database.sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
  const before = api.mails.length;
  for (let n = 0; n < 8; n++) expect((await post('/recover', { email })).status).toBe(200);
  await expect.poll(() => api.mails.length - before).toBe(3);
  // The last link works although the pause has set its sending time into the future.
  const token = /\b\d{6}\b/.exec(api.mails.at(-1)?.text ?? '')?.[0] ?? '';
  expect((await api.client().auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
});

it('a weak password or an invalid address does not count toward the limits', async () => {
  const email = stranger();
  for (let n = 0; n < 5; n++) {
    await post('/signup', { email, password: 'short' });
    await post('/otp', { email: 'no address' }, '203.0.113.250');
  }
  expect((await post('/signup', { email, password })).status).toBe(200);
  expect((await post('/otp', { email: stranger() }, '203.0.113.250')).status).toBe(200);
});
