/**
 * Tests links in e-mails, members who are already signed in, earlier guest purchases, new passwords and signing out.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session, refreshSession } from '#browser/session.ts';
import { forget, readText } from '#browser/text-storage.ts';
import { readLink, returnPath } from '#features/auth/model.ts';
import { createAuth } from '#features/auth/store.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({
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
const link = (type: string, email = 'mei@example.com') => readLink('the-hash', type, email);

beforeEach(() => {
  $session.set({ state: 'unknown' });
  go.mockReset();
  for (const method of Object.values(auth)) method.mockReset().mockResolvedValue({ data: {}, error: null });
  auth.verifyOtp.mockImplementation(() => {
    storeMember();
    return Promise.resolve({ data: { session: {} }, error: null });
  });
  auth.signOut.mockImplementation(() => {
    forget('otter-auth-token');
    return Promise.resolve({ error: null });
  });
  browser.api.on('user_roles', { body: [{ role: 'customer' }] });
  browser.api.on('link_purchases', { body: { linked: 0, orders: 0 } });
});

it.each([
  ['/family-base?tab=1#top', '/family-base?tab=1#top'],
  ['https://otter.test/waitlist?session=1', '/waitlist?session=1'],
  ['https://otter.test.evil.test/x', null],
  ['https://otter.test@evil.test/', null],
  ['//evil.test/x', null],
  ['/\\evil.test', null],
  ['/\t/evil.test', null],
  ['/\n//evil.test', null],
  ['\\\\evil.test', null],
  [' //evil.test', null],
  ['/..//evil.test', null],
  ['/checkout/../..//evil.test', null],
  ['/@evil.test', '/@evil.test'],
  ['https://evil.test', null],
  ['family-base', null],
  ['javascript:alert(1)', null],
  [null, null],
])('a sign-in with from=%s returns to %s', (from, path) => expect(returnPath(from, origin)).toBe(path));

describe('a link in an e-mail', () => {
  it('is not used up by opening the page', async () => {
    const flow = start({ link: link('signup') });
    await flow.open();
    expect(flow.$screen.get()).toMatchObject({ name: 'confirm', link: { tokenHash: 'the-hash' } });
    expect(auth.verifyOtp).not.toHaveBeenCalled();
  });

  it.each([
    ['magiclink', '/family-base'],
    ['email_change', '/family-base'],
  ])('of type %s signs in when the button is pressed, and opens %s', async (type, path) => {
    const flow = start({ link: link(type) });
    await flow.open();
    await flow.confirm();
    expect(auth.verifyOtp).toHaveBeenCalledExactlyOnceWith({ token_hash: 'the-hash', type });
    expect(go).toHaveBeenCalledExactlyOnceWith(path);
  });

  it('the link of a new account asks for a password, which can be skipped', async () => {
    const flow = start({ link: link('signup') });
    await flow.open();
    await flow.confirm();
    expect(flow.$screen.get()).toEqual({ name: 'new-password', isNew: true });
    await flow.withoutPassword();
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(go).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('that signs in as another account than it says is undone', async () => {
    const flow = start({ link: link('magiclink', 'lina@example.com') });
    await flow.open();
    await flow.confirm();
    expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' });
    expect(flow.$problem.get()?.text).toContain('not for the account it names');
    expect(go).not.toHaveBeenCalled();
  });

  it.each([
    ['recovery', false],
    ['invite', true],
  ])('of type %s asks for a new password before going on', async (type, isNew) => {
    const flow = start({ link: link(type), from: '/about' });
    await flow.open();
    await flow.confirm();
    expect(flow.$screen.get()).toEqual({ name: 'new-password', isNew });
    expect(go).not.toHaveBeenCalled();
    await flow.choosePassword('three wild otters');
    expect(auth.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'three wild otters' });
    expect(go).toHaveBeenCalledExactlyOnceWith('/about');
  });

  it('that has expired or was used shows an error and signs nobody in', async () => {
    auth.verifyOtp.mockResolvedValue({
      data: { session: null },
      error: { message: 'Email link is invalid or has expired', code: 'otp_expired', status: 403 },
    });
    const flow = start({ link: link('recovery') });
    await flow.open();
    await flow.confirm();
    expect(flow.$problem.get()).toMatchObject({ code: 'otp_expired' });
    expect(flow.$screen.get().name).toBe('confirm');
  });

  it('that confirms only one of two mailboxes does not change the address yet', async () => {
    auth.verifyOtp.mockResolvedValue({ data: { session: null, user: null }, error: null });
    const flow = start({ link: link('email_change') });
    await flow.open();
    await flow.confirm();
    expect(flow.$screen.get()).toEqual({ name: 'half-changed' });
  });

  it('takes precedence over the current session', async () => {
    storeMember({ id: 'other' });
    const flow = start({ link: link('magiclink'), from: '/about' });
    await flow.open();
    expect(flow.$screen.get().name).toBe('confirm');
    expect(go).not.toHaveBeenCalled();
  });

  it.each([
    [null, 'signup'],
    ['', 'signup'],
    ['hash', 'reauthentication'],
    ['hash', null],
  ])('with the hash %s and the type %s is not a link', (hash, type) =>
    expect(readLink(hash, type, 'mei@example.com')).toBeNull(),
  );
});

describe('a member who is already signed in', () => {
  it('goes straight to the page that sent them', async () => {
    storeMember();
    await start({ from: '/checkout' }).open();
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout');
  });

  it('sees the account page if they asked for it or came without a page to return to', async () => {
    storeMember();
    for (const options of [{ account: true, from: '/checkout' }, {}]) {
      const flow = start(options);
      await flow.open();
      expect(flow.$screen.get()).toEqual({ name: 'account' });
    }
    expect(go).not.toHaveBeenCalled();
  });

  it('is asked for the second factor first', async () => {
    storeMember({ factors: [{ status: 'verified' }] });
    const flow = start({ from: '/checkout' });
    await flow.open();
    expect(flow.$screen.get()).toEqual({ name: 'factor' });
  });

  it('can sign out in this browser, and every tab knows that it was on purpose', async () => {
    storeMember();
    const flow = start();
    await flow.open();
    await flow.leaveAccount();
    expect(auth.signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' });
    expect($session.get()).toEqual({ state: 'signed_out', onPurpose: true });
    expect(flow.$screen.get()).toEqual({ name: 'sign-in' });
  });

  it('is signed out even if the request fails', async () => {
    storeMember();
    auth.signOut.mockRejectedValue(new Error('no network'));
    const flow = start();
    await flow.open();
    await flow.leaveAccount();
    expect(readText('otter-auth-token')).toBeNull();
  });

  it('is asked to sign in again after signing out in another tab', async () => {
    storeMember();
    const flow = start();
    await flow.open();
    forget('otter-auth-token');
    refreshSession();
    await flow.followSession();
    expect(flow.$screen.get()).toEqual({ name: 'sign-in' });
    expect(flow.$problem.get()).toMatchObject({ text: 'You were signed out. Please sign in again.' });
  });
});

describe('purchases made as a guest', () => {
  const arrive = async (reply: Parameters<typeof browser.api.on>[1], from?: string) => {
    browser.api.on('link_purchases', reply);
    const flow = start({ link: link('signup'), ...(from && { from }) });
    await flow.open();
    await flow.confirm();
    await flow.withoutPassword();
    return flow.$screen.get();
  };

  it.each([
    [undefined, '/'],
    ['/about', '/about'],
  ])('join the account, and the page says so before going on (from %s)', async (from, path) => {
    const screen = await arrive({ body: { linked: 1, orders: 2 } }, from);
    expect(screen).toEqual({ name: 'arrived', orders: 2, path });
    expect(go).not.toHaveBeenCalled();
    expect(browser.api.named('link_purchases')[0]?.headers['authorization']).toMatch(/^Bearer /);
  });

  it.each([
    ['nothing is there', { body: { linked: 0, orders: 0 } }],
    ['the address is not proven', { status: 409, body: { message: 'email_not_verified' } }],
    ['the server does not answer', 'network failure' as const],
  ])('do not stop the visitor if %s', async (_, reply) => {
    expect(await arrive(reply)).toEqual({ name: 'leaving' });
  });
});

describe('a new password', () => {
  it('is saved after a recent sign-in; otherwise the member signs in again first', async () => {
    storeMember();
    const flow = start({ from: '/about' });
    browser.api.on('check_fresh_sign_in', { status: 409, body: { message: 'sign_in_again' } });
    await flow.choosePassword('three wild otters');
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(go).toHaveBeenLastCalledWith('/auth?from=%2Fauth%3Faccount%3D1&again=1');
    browser.api.on('check_fresh_sign_in', { body: { fresh: true } });
    await flow.choosePassword('three wild otters');
    expect(auth.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'three wild otters' });
    expect(go).toHaveBeenLastCalledWith('/about');
  });

  it('is not sent while it is empty', async () => {
    const flow = start();
    await flow.choosePassword('');
    expect(auth.updateUser).not.toHaveBeenCalled();
    expect(flow.$problem.get()?.field).toBe('password');
  });
});
