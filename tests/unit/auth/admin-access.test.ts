/** Master Admin Access logs each attempt first, and its form closes for a manager (spec 1 §2 and §8). */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { $session } from '#browser/session.ts';
import { createAdminAccess } from '#features/auth/admin/access.ts';
import { adminMessages } from '#features/auth/admin/messages.ts';
import { outcomeOfAttempt } from '#features/auth/admin/outcome.ts';
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

/** Opens the form as a visitor and types into both fields. */
function openWithInput() {
  const access = createAdminAccess(go);
  onTestFinished(access.open());
  access.$email.set(' boss@example.com ');
  access.$password.set('secret');
  return access;
}

it('the form logs the attempt, signs in, checks the role in the database, and then closes and opens Management', async () => {
  const access = openWithInput();
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
])('the form calls no server with “%s” and “%s”', async (email, password) => {
  const access = openWithInput();
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
])('the form shows the refusal %j as “%s”', async (error, words) => {
  auth.signInWithPassword.mockResolvedValue({ error });
  const access = openWithInput();
  await access.enter();
  expect(access.$problem.get()?.text).toBe(words);
  expect(access.$step.get()).toBe('open');
  expect(browser.api.named('enter_admin_access')).toEqual([]);
});

it.each([
  ['too many', refusal('rate_limited', 429)],
  ['not to be counted', { status: 500, body: {} }],
])('the form does not try to sign in if attempts are %s', async (_, reply) => {
  browser.api.on('note_admin_attempt', reply);
  const access = openWithInput();
  await access.enter();
  expect(auth.signInWithPassword).not.toHaveBeenCalled();
  expect(access.$problem.get()?.text).toBe('Please try again in a moment.');
});

it('an exception of the client counts as an unexpected error', async () => {
  auth.signInWithPassword.mockRejectedValue(new Error('no'));
  const access = openWithInput();
  await access.enter();
  expect(access.$problem.get()?.text).toBe('An unexpected error occurred. Please try again.');
  expect(access.$busy.get()).toBe(false);
});

it('an account without the role is told that it cannot open Management', async () => {
  browser.api.on('enter_admin_access', { body: { allowed: false } });
  const access = openWithInput();
  await access.enter();
  expect(access.$problem.get()?.text).toContain('can’t open Management');
  expect(go).not.toHaveBeenCalled();
});

describe('somebody who is already signed in', () => {
  it.each([
    [['admin'], 'closed'],
    [['business_admin'], 'closed'],
    [['coach'], 'open'],
    [[], 'open'],
  ])('with the roles %j finds the form %s', async (roles, step) => {
    storeMember({ id: 'boss' });
    browser.api.on('user_roles', { body: roles.map((role) => ({ role })) });
    const access = createAdminAccess(go);
    onTestFinished(access.open());
    await vi.waitFor(() => expect(access.$step.get()).toBe(step));
    expect(browser.api.named('note_admin_attempt')).toEqual([]);
  });

  it('can enter the second factor, which completes the same attempt', async () => {
    const factors = [{ status: 'verified' }];
    auth.signInWithPassword.mockImplementation(() => {
      storeMember({ id: 'boss', factors });
      return Promise.resolve({ error: null });
    });
    const access = openWithInput();
    await access.enter();
    expect(access.$step.get()).toBe('aside');
    expect(browser.api.named('enter_admin_access')).toEqual([]);
    storeMember({ id: 'boss', factors, aal: 'aal2' });
    const { refreshSession } = await import('#browser/session.ts');
    refreshSession();
    await vi.waitFor(() => expect(access.$step.get()).toBe('closed'));
    expect(browser.api.named('enter_admin_access')).toHaveLength(1);
  });

  it('stays on the page until the outcome is logged, however often the session changes', async () => {
    storeMember({ id: 'boss', factors: [{ status: 'verified' }] });
    auth.signInWithPassword.mockImplementation(() => Promise.resolve({ error: null }));
    const access = openWithInput();
    await access.enter();
    let answer = (_: { body: object }): void => undefined;
    browser.api.on('enter_admin_access', () => new Promise((resolve) => (answer = resolve)));
    browser.api.on('user_roles', { body: [{ role: 'admin' }] });
    const { refreshSession } = await import('#browser/session.ts');
    storeMember({ id: 'boss', factors: [{ status: 'verified' }], aal: 'aal2' });
    refreshSession();
    const outcome = outcomeOfAttempt();
    storeMember({ id: 'boss', factors: [{ status: 'verified' }], aal: 'aal2', name: 'Boss' });
    refreshSession();
    await vi.waitFor(() => expect(browser.api.named('enter_admin_access')).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve));
    expect(go).not.toHaveBeenCalled();
    answer({ body: { allowed: true } });
    expect(await outcome).toBe(true);
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/management'));
    expect(browser.api.named('enter_admin_access')).toHaveLength(1);
  });
});

it('the form uses the texts of the specification', () => {
  expect(adminMessages).toMatchObject({
    title: 'Master Admin Access',
    action: 'Access Management Dashboard',
    busy: 'Authenticating...',
    notice: 'All access attempts are logged.',
    unexpected: 'An unexpected error occurred. Please try again.',
  });
});
