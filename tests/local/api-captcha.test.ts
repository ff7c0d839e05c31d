import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeys } from '#local/api/auth/captcha/siteverify.ts';
import { createApi, password, type TestApi } from './api-fixtures/start.ts';

// The captcha is switched on as with [auth.captcha] in the hosted service, with Cloudflare's published keys and
// token.
let api: TestApi;
beforeAll(async () => {
  api = await createApi({ captchaSecret: testKeys.alwaysPasses });
});
afterAll(() => api.stop());

let count = 0;
const email = () => `person${++count}@example.test`;
const token = () => `once.${++count}`;
type Token = string | undefined;
const calls: [string, (captchaToken: Token) => Promise<{ error: { code?: string | undefined } | null }>][] = [
  ['sign-up', (t) => api.client().auth.signUp({ email: email(), password, options: captcha(t) })],
  ['sign-in link', (t) => api.client().auth.signInWithOtp({ email: email(), options: captcha(t) })],
  ['forgotten password', (t) => api.client().auth.resetPasswordForEmail(email(), captcha(t))],
  [
    'mail once more',
    (t) => api.client().auth.resend({ type: 'signup', email: email(), options: captcha(t) }),
  ],
];
const captcha = (captchaToken: Token) => (captchaToken === undefined ? {} : { captchaToken });

describe.each(calls)('the call “%s”', (_, call) => {
  it('needs a token', async () => {
    expect((await call(undefined)).error).toMatchObject({ code: 'captcha_failed', status: 400 });
    expect((await call('invented')).error?.code).toBe('captcha_failed');
    expect((await call(token())).error).toBeNull();
    expect((await call(testKeys.dummyToken)).error).toBeNull();
  });

  it('accepts a token once', async () => {
    const usedToken = token();
    expect((await call(usedToken)).error).toBeNull();
    expect((await call(usedToken)).error?.code).toBe('captcha_failed');
  });
});

it('a password is checked only with a token; a session is renewed without one', async () => {
  const address = email();
  const client = api.client();
  await client.auth.signUp({ email: address, password, options: captcha(token()) });
  const guess = (secret: string, t: Token) =>
    api.client().auth.signInWithPassword({ email: address, password: secret, options: captcha(t) });
  expect((await guess(password, undefined)).error?.code).toBe('captcha_failed');
  expect((await guess('a wrong one', token())).error?.code).toBe('invalid_credentials');
  expect((await guess(password, token())).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
});

it('the service key needs no token, and no call needs one when the captcha is switched off', async () => {
  expect((await api.service().auth.resetPasswordForEmail(email())).error).toBeNull();
  const apiWithoutCaptcha = await createApi();
  expect((await apiWithoutCaptcha.client().auth.signUp({ email: email(), password })).error).toBeNull();
  await apiWithoutCaptcha.stop();
});

it.each([testKeys.alwaysFails, testKeys.alwaysSpent, 'another secret'])(
  'every token is refused with the secret %s',
  async (captchaSecret) => {
    const closed = await createApi({ captchaSecret });
    const { error } = await closed
      .client()
      .auth.signUp({ email: email(), password, options: captcha(testKeys.dummyToken) });
    expect(error?.code).toBe('captcha_failed');
    await closed.stop();
  },
);
