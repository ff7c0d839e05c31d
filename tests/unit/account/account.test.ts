import { beforeEach, expect, it, vi } from 'vitest';
import { serverWords } from '../../../src/features/account/messages.ts';
import { returnPath } from '../../../src/features/account/model.ts';
import { createAccount } from '../../../src/features/account/store.ts';
import { isStaff } from '../../../src/domain/role.ts';
import { $session } from '../../../src/browser/session.ts';
import { writeStored } from '../../../src/browser/storage.ts';
import { fakeBrowser } from '../support/browser.ts';

const auth = vi.hoisted(() => ({ signInWithPassword: vi.fn(), signOut: vi.fn(), getSession: vi.fn() }));
vi.mock('../../../src/api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));

const browser = fakeBrowser();
const signedIn = () =>
  writeStored('otter-auth-token', {
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + 3600,
    user: { id: 'u1', email: 'maya@example.com', user_metadata: { name: 'Maya Tan' } },
  });

beforeEach(() => {
  $session.set({ state: 'unknown' });
  for (const method of Object.values(auth)) method.mockReset();
  auth.signInWithPassword.mockImplementation(() => {
    signedIn();
    return Promise.resolve({ error: null });
  });
  auth.signOut.mockImplementation(() => {
    browser.storage.removeItem('otter-auth-token');
    return Promise.resolve({ error: null });
  });
  browser.api.on('user_roles', { body: [{ role: 'admin' }, { role: 'coach' }] });
});

const origin = 'https://otter.test';
it.each([
  ['/family-base?tab=1#top', '/family-base?tab=1#top'],
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
])('sent from %s one returns to %s', (from, path) => expect(returnPath(from, origin)).toBe(path));

it('an unknown session is signed out, without asking anybody', async () => {
  const account = createAccount();
  await account.open();
  expect(account.$session.get()).toMatchObject({ state: 'signed_out' });
  expect(browser.api.calls).toEqual([]);
});

it('signing in shows name and roles', async () => {
  const account = createAccount();
  await account.enter(' maya@example.com ', 'secret');
  expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
    email: 'maya@example.com',
    password: 'secret',
  });
  expect(account.$session.get()).toMatchObject({ state: 'signed_in', name: 'Maya Tan' });
  expect(account.$roles.get()).toEqual(['admin', 'coach']);
  expect(browser.api.named('user_roles')[0]?.headers['authorization']).toBe('Bearer a.b.c');
});

it('signing in leads back to the page that asked for it', async () => {
  const go = vi.fn();
  await createAccount({ from: '/family-base', origin, go }).enter('maya@example.com', 'secret');
  expect(go).toHaveBeenCalledExactlyOnceWith('/family-base');
});

it.each([
  [
    { message: 'Invalid login credentials', status: 400 },
    'Invalid credentials. Please check your email and password.',
  ],
  [{ message: 'Email not confirmed', status: 400 }, 'Email not confirmed'],
  [{ message: 'Request rate limit reached', status: 429 }, 'Please try again in a moment.'],
])('a refusal %o is put into words', async (error, words) => {
  auth.signInWithPassword.mockResolvedValue({ error });
  const account = createAccount();
  await account.enter('maya@example.com', 'wrong');
  expect(account.$error.get()).toBe(words);
  expect(account.$busy.get()).toBe(false);
});

it('an exception is put into words', async () => {
  auth.signInWithPassword.mockRejectedValue(new Error('boom'));
  const account = createAccount();
  await account.enter('maya@example.com', 'secret');
  expect(account.$error.get()).toBe('An unexpected error occurred. Please try again.');
});

it('without e-mail or password asks nobody', async () => {
  const account = createAccount();
  await account.enter(' ', 'secret');
  await account.enter('maya@example.com', '');
  expect(auth.signInWithPassword).not.toHaveBeenCalled();
  expect(account.$error.get()).toBe('You must provide either an email or phone number and a password.');
});

it('nobody is staff when the roles cannot be read', async () => {
  browser.api.on('user_roles', 'network failure');
  signedIn();
  const account = createAccount();
  await account.open();
  expect(account.$roles.get()).toEqual(['customer']);
  expect(isStaff(account.$roles.get() ?? [])).toBe(false);
});

it('a token about to end is renewed first', async () => {
  writeStored('otter-auth-token', {
    access_token: 'old',
    refresh_token: 'r',
    expires_in: 3600,
    expires_at: Date.now() / 1000 + 60,
    user: { id: 'u1' },
  });
  auth.getSession.mockImplementation(() => Promise.resolve(void signedIn()));
  const account = createAccount();
  await account.open();
  expect(account.$session.get()).toMatchObject({ token: 'a.b.c' });
});

it('signing out forgets person and roles', async () => {
  signedIn();
  const account = createAccount();
  await account.open();
  await account.leave();
  expect(account.$session.get()).toMatchObject({ state: 'signed_out' });
  expect(account.$roles.get()).toBeNull();
});

it('any other message of the service is shown as it is', () =>
  expect(serverWords('Too short')).toBe('Too short'));
