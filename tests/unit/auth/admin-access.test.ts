/** Master Admin Access: logged before it is tried, and closed once who is there manages (spec 1 §2 and §8). */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { createAdminAccess } from '#features/auth/admin/access.ts';
import { adminMessages } from '#features/auth/admin/messages.ts';
import { storeMember } from '#support/unit/auth-session.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';

const auth = vi.hoisted(() => ({ signInWithPassword: vi.fn() }));
vi.mock('#api/supabase.ts', () => ({ supabase: () => Promise.resolve({ auth }) }));
const browser = fakeBrowser();
const go = vi.fn();

beforeEach(() => {
  $session.set({ state: 'unknown' });
  go.mockReset();
  auth.signInWithPassword.mockReset().mockImplementation(() => {
    storeMember({ id: 'boss' });
    return Promise.resolve({ error: null });
  });
  browser.api.on('note_admin_attempt', { body: { attempt: 'attempt-1' } });
  browser.api.on('enter_admin_access', { body: { allowed: true } });
});

/** Opened by a visitor, with both fields typed. */
function typed() {
  const access = createAdminAccess(go);
  access.open();
  access.$email.set(' boss@example.com ');
  access.$password.set('secret');
  return access;
}

it('is written down, then asked of the service, then of the database; closes and leads on', async () => {
  const access = typed();
  await vi.waitFor(() => expect(access.$step.get()).toBe('open'));
  auth.signInWithPassword.mockImplementation(() => {
    expect(browser.api.named('note_admin_attempt').map(({ body }) => body)).toEqual([
      { p_email: 'boss@example.com' },
    ]);
    storeMember({ id: 'boss' });
    return Promise.resolve({ error: null });
  });
  await access.enter();
  expect(browser.api.named('enter_admin_access').map(({ body }) => body)).toEqual([
    { p_attempt: 'attempt-1' },
  ]);
  expect(access.$step.get()).toBe('closed');
  expect(go).toHaveBeenCalledExactlyOnceWith('/management');
});

it.each([
  ['', 'secret'],
  ['boss@example.com', ''],
])('asks nobody with “%s” and “%s”', async (email, password) => {
  const access = typed();
  access.$email.set(email);
  access.$password.set(password);
  await access.enter();
  expect(browser.api.calls).toEqual([]);
});

it.each([
  [
    { code: 'invalid_credentials', message: 'Invalid login credentials', status: 400 },
    'Invalid credentials. Please check your email and password.',
  ],
  [
    { message: 'Error: Invalid login credentials', status: 400 },
    'Invalid credentials. Please check your email and password.',
  ],
  [{ code: 'user_banned', message: 'User is banned', status: 400 }, 'User is banned'],
  [{ message: 'Failed to fetch', status: 0 }, 'An unexpected error occurred. Please try again.'],
])('a refusal %j is said as “%s”', async (error, words) => {
  auth.signInWithPassword.mockResolvedValue({ error });
  const access = typed();
  await access.enter();
  expect(access.$problem.get()?.text).toBe(words);
  expect(access.$step.get()).toBe('open');
  expect(browser.api.named('enter_admin_access')).toEqual([]);
});

it.each([
  ['too many', refusal('rate_limited', 429)],
  ['not to be counted', { status: 500, body: {} }],
])('%s: the service is not asked', async (_, reply) => {
  browser.api.on('note_admin_attempt', reply);
  const access = typed();
  await access.enter();
  expect(auth.signInWithPassword).not.toHaveBeenCalled();
  expect(access.$problem.get()?.text).toBe('Please try again in a moment.');
});

it('a client that throws is an unexpected error', async () => {
  auth.signInWithPassword.mockRejectedValue(new Error('no'));
  const access = typed();
  await access.enter();
  expect(access.$problem.get()?.text).toBe('An unexpected error occurred. Please try again.');
  expect(access.$busy.get()).toBe(false);
});

it('an account that does not manage is told so, and led nowhere', async () => {
  browser.api.on('enter_admin_access', { body: { allowed: false } });
  const access = typed();
  await access.enter();
  expect(access.$problem.get()?.text).toContain('can’t open Management');
  expect(go).not.toHaveBeenCalled();
});

describe('somebody who is signed in already', () => {
  it.each([
    [['admin'], 'closed'],
    [['business_admin'], 'closed'],
    [['coach'], 'open'],
    [[], 'open'],
  ])('with the roles %j finds it %s', async (roles, step) => {
    storeMember({ id: 'boss' });
    browser.api.on('user_roles', { body: roles.map((role) => ({ role })) });
    const access = createAdminAccess(go);
    access.open();
    await vi.waitFor(() => expect(access.$step.get()).toBe(step));
    expect(browser.api.named('note_admin_attempt')).toEqual([]);
  });

  it('steps aside for the second factor, and the attempt is entered with it', async () => {
    const factors = [{ status: 'verified' }];
    auth.signInWithPassword.mockImplementation(() => {
      storeMember({ id: 'boss', factors });
      return Promise.resolve({ error: null });
    });
    const access = typed();
    await access.enter();
    expect(access.$step.get()).toBe('aside');
    expect(browser.api.named('enter_admin_access')).toEqual([]);
    storeMember({ id: 'boss', factors, aal: 'aal2' });
    const { refreshSession } = await import('#browser/session.ts');
    refreshSession();
    await vi.waitFor(() => expect(access.$step.get()).toBe('closed'));
    expect(browser.api.named('enter_admin_access')).toHaveLength(1);
  });
});

it('its words are those that are asked for', () => {
  expect(adminMessages).toMatchObject({
    title: 'Master Admin Access',
    action: 'Access Management Dashboard',
    busy: 'Authenticating...',
    notice: 'All access attempts are logged.',
    unexpected: 'An unexpected error occurred. Please try again.',
  });
});
