/** Tests signing in with a password, with a new account and by e-mail (spec 1 §2, §5, §8). */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { readText, writeText } from '#browser/text-storage.ts';
import { createAuth } from '#features/auth/store.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({
  signInWithPassword: vi.fn(),
  signUp: vi.fn(),
  signInWithOtp: vi.fn(),
  resetPasswordForEmail: vi.fn(),
  resend: vi.fn(),
  verifyOtp: vi.fn(),
  updateUser: vi.fn(),
  getSession: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const browser = fakeBrowser();
const origin = 'https://otter.test';
const go = vi.fn();
const start = (options: Parameters<typeof createAuth>[0] = {}) => createAuth({ origin, go, ...options });
const signsIn = (member?: Parameters<typeof storeMember>[0]) => () => {
  storeMember(member);
  return Promise.resolve({ data: { session: {} }, error: null });
};
const refuses = (error: object) => () => Promise.resolve({ data: { session: null }, error });
const roles = (...held: string[]) => browser.api.on('user_roles', { body: held.map((role) => ({ role })) });
const answerLinked = (orders: number) => browser.api.on('link_purchases', { body: { linked: 1, orders } });

beforeEach(() => {
  $session.set({ state: 'unknown' });
  go.mockReset();
  for (const method of Object.values(auth)) method.mockReset().mockResolvedValue({ data: {}, error: null });
  auth.signInWithPassword.mockImplementation(signsIn());
  auth.verifyOtp.mockImplementation(signsIn());
  answerLinked(0);
  roles('customer');
});

describe('signing in with a password', () => {
  it('leads back to the page that sent the visitor', async () => {
    const flow = start({ email: ' mei@example.com ', from: '/checkout/term?pass=1#pay' });
    await flow.enter('secret');
    expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
      email: 'mei@example.com',
      password: 'secret',
      options: {},
    });
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term?pass=1#pay');
    expect(flow.$screen.get()).toEqual({ name: 'leaving' });
  });

  it.each([
    [['customer'], '/family-base'],
    [['customer', 'coach'], '/management/roster'],
    [['coach', 'admin'], '/management'],
    [['business_admin'], '/management'],
  ])('leads with the roles %j, and without such a page, to %s', async (held, path) => {
    roles(...held);
    const flow = start({ email: 'mei@example.com' });
    await flow.enter('secret');
    expect(go.mock.calls).toEqual([[path]]);
  });

  it.each([
    [' ', 'secret'],
    ['mei@example.com', ''],
  ])('calls no server with “%s” and “%s”', async (email, password) => {
    const flow = start({ email });
    await flow.enter(password);
    expect(auth.signInWithPassword).not.toHaveBeenCalled();
    expect(flow.$problem.get()?.text).toBe(
      'You must provide either an email or phone number and a password.',
    );
  });

  it('accepts a phone number if the project allows phone sign-in', async () => {
    browser.api.on('settings', { body: { external: { phone: true } } });
    const flow = start({ email: '9123 4567', from: '/about' });
    await flow.open();
    await vi.waitFor(() => expect(flow.$settings.get().phone).toBe(true));
    await flow.enter('secret');
    expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
      phone: '+6591234567',
      password: 'secret',
      options: {},
    });
  });

  it('keeps what was typed after a refusal, and sends only once for two clicks', async () => {
    auth.signInWithPassword.mockImplementation(
      refuses({ message: 'no', code: 'invalid_credentials', status: 400 }),
    );
    const flow = start({ email: 'mei@example.com' });
    await Promise.all([flow.enter('one'), flow.enter('two')]);
    expect(auth.signInWithPassword).toHaveBeenCalledOnce();
    expect(flow.$email.get()).toBe('mei@example.com');
    expect(flow.$problem.get()?.text).toBe('Invalid credentials. Please check your email and password.');
    expect(flow.$busy.get()).toBe(false);
  });

  it('asks for the second factor first', async () => {
    auth.signInWithPassword.mockImplementation(signsIn({ factors: [{ status: 'verified' }] }));
    const flow = start({ email: 'mei@example.com', from: '/management' });
    await flow.enter('secret');
    expect(flow.$screen.get()).toEqual({ name: 'factor' });
    expect(go).not.toHaveBeenCalled();
    expect(browser.api.named('link_purchases')).toEqual([]);
    storeMember({ aal: 'aal2', factors: [{ status: 'verified' }] });
    await flow.arrive();
    expect(go).toHaveBeenCalledExactlyOnceWith('/management');
  });

  it('says so before and after if the browser blocks the site’s data', async () => {
    vi.stubGlobal('location', { host: 'otter.test' });
    const throwError = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: throwError });
    const flow = start({ email: 'mei@example.com' });
    await flow.open();
    expect(flow.$problem.get()?.text).toMatch(/allow cookies and site data for otter\.test/);
    auth.signInWithPassword.mockResolvedValue({ data: { session: {} }, error: null });
    await flow.enter('secret');
    expect(go).not.toHaveBeenCalled();
    expect(flow.$screen.get()).toEqual({ name: 'sign-in' });
    expect(flow.$problem.get()?.text).toMatch(/You can book without an account/);
  });

  it('forgets an earlier sign-out', async () => {
    writeText('otter-signed-out', '1');
    await start({ email: 'mei@example.com' }).enter('secret');
    expect(readText('otter-signed-out')).toBeNull();
  });
});

describe('creating an account', () => {
  const join = async (name: string, email = 'mei@example.com') => {
    const flow = start({ email });
    await flow.register(name);
    return flow;
  };

  it.each([
    ['Mei Tan', 'Mei Tan'],
    ['  ', ''],
    ['‏מיי 🦦 <b>', '‏מיי 🦦 <b>'],
  ])('sends the name “%s”', async (name, sent) => {
    const flow = await join(name);
    expect(auth.signUp).toHaveBeenCalledExactlyOnceWith({
      email: 'mei@example.com',
      // A person who signs up with somebody else's address must not know the password of that account.
      password: expect.stringMatching(/^Aa1-[0-9a-f-]{36}$/) as string,
      options: { data: { name: sent }, emailRedirectTo: 'https://otter.test/' },
    });
    expect(flow.$screen.get()).toEqual({ name: 'sent', mail: 'signup', email: 'mei@example.com' });
  });

  it.each(['user_already_exists', 'email_exists'])(
    'does not reveal that an address already has an account (%s)',
    async (code) => {
      auth.signUp.mockImplementation(refuses({ message: 'User already registered', code, status: 422 }));
      expect((await join('Mei')).$screen.get()).toMatchObject({ name: 'sent', mail: 'signup' });
    },
  );

  it.each([
    ['', 'email'],
    ['mei@', 'email'],
  ])('calls no server with the address “%s”', async (email, field) => {
    const flow = await join('Mei', email);
    expect(auth.signUp).not.toHaveBeenCalled();
    expect(flow.$problem.get()?.field).toBe(field);
  });

  it('opens the home page after the password step if no confirmation is needed', async () => {
    auth.signUp.mockImplementation(signsIn());
    const flow = await join('Mei');
    expect(flow.$screen.get()).toEqual({ name: 'new-password', isNew: true });
    await flow.withoutPassword();
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('returns to the page that sent the visitor, also through the e-mail', async () => {
    const flow = start({ email: 'mei@example.com', from: '/waitlist?session=1' });
    await flow.register('');
    expect(auth.signUp.mock.calls[0]?.[0]).toMatchObject({
      options: { emailRedirectTo: 'https://otter.test/waitlist?session=1' },
    });
    await flow.enterCode('123456');
    expect(flow.$screen.get()).toEqual({ name: 'new-password', isNew: true });
    await flow.choosePassword('three wild otters');
    expect(go).toHaveBeenCalledExactlyOnceWith('/waitlist?session=1');
  });
});

describe('signing in by e-mail', () => {
  it.each([
    [
      'magiclink',
      'signInWithOtp',
      [{ email: 'a@b.co', options: { emailRedirectTo: 'https://otter.test/' } }],
    ],
    ['recovery', 'resetPasswordForEmail', ['a@b.co', { redirectTo: 'https://otter.test/' }]],
    [
      'signup',
      'resend',
      [{ type: 'signup', email: 'a@b.co', options: { emailRedirectTo: 'https://otter.test/' } }],
    ],
  ] as const)('requests the mail “%s” through %s', async (mail, method, args) => {
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail(mail);
    expect(auth[method].mock.calls).toEqual([args]);
    expect(flow.$screen.get()).toEqual({ name: 'sent', mail, email: 'a@b.co' });
  });

  it.each([
    ['user_not_found', 'User not found'],
    ['otp_disabled', 'Signups not allowed for otp'],
    ['over_email_send_rate_limit', 'For security purposes, you can only request this after 51 seconds.'],
  ])('does not reveal through the answer %s whether an account exists', async (code, message) => {
    auth.resetPasswordForEmail.mockImplementation(refuses({ code, message, status: 429 }));
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail('recovery');
    expect(flow.$screen.get().name).toBe('sent');
    expect(flow.$problem.get()).toBeNull();
  });

  it('says if no e-mail can be sent at all', async () => {
    auth.signInWithOtp.mockImplementation(
      refuses({ code: 'over_email_send_rate_limit', message: 'email rate limit exceeded', status: 429 }),
    );
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail('magiclink');
    expect(flow.$problem.get()?.text).toBe('Please try again in a moment.');
    expect(flow.$screen.get().name).not.toBe('sent');
  });

  it.each([
    ['magiclink', 'email'],
    ['signup', 'email'],
    ['recovery', 'recovery'],
  ] as const)('accepts the code of %s with or without a space', async (mail, type) => {
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail(mail);
    await flow.enterCode('123 456');
    expect(auth.verifyOtp).toHaveBeenCalledExactlyOnceWith({ email: 'a@b.co', token: '123456', type });
  });

  // Like Auth.tsx, the page listens to the session. It must not continue before the password is chosen.
  it('asks for a new password after the code of a forgotten password', async () => {
    auth.verifyOtp.mockImplementation(signsIn());
    const flow = start({ email: 'a@b.co' });
    const stop = $session.listen(() => void flow.followSession());
    await flow.requestMail('recovery');
    await flow.enterCode('123456');
    stop();
    expect(flow.$screen.get()).toEqual({ name: 'new-password', isNew: false });
    expect(go).not.toHaveBeenCalled();
  });

  it.each(['', '12345', '1234567', 'abcdef'])('refuses the code “%s”', async (code) => {
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail('magiclink');
    await flow.enterCode(code);
    expect(auth.verifyOtp).not.toHaveBeenCalled();
    expect(flow.$problem.get()).toMatchObject({ text: 'The code has 6 digits.', field: 'code' });
  });

  it('sends the same e-mail to the same address again', async () => {
    const flow = start({ email: 'a@b.co' });
    await flow.requestMail('recovery');
    flow.$email.set('somebody@else.co');
    expect(await flow.resend()).toBe(true);
    expect(auth.resetPasswordForEmail.mock.calls.map(([email]) => email as string)).toEqual([
      'a@b.co',
      'a@b.co',
    ]);
  });

  it('continues when the link was opened in another tab', async () => {
    const flow = start({ email: 'a@b.co', from: '/about' });
    await flow.requestMail('magiclink');
    storeMember();
    $session.set({ state: 'signed_in' } as never);
    await flow.followSession();
    expect(go).toHaveBeenCalledExactlyOnceWith('/about');
  });
});
