import { describe, expect, it, vi } from 'vitest';
import { LoadError } from '#browser/load-error.ts';
import { problemOf, problemOfThrown } from '#features/auth/error-messages.ts';

/** The message for each error of the auth service (spec 1 §8). */
it.each([
  ['invalid_credentials', 'x', 400, 'Invalid credentials. Please check your email and password.'],
  [undefined, 'Invalid login credentials', 400, 'Invalid credentials. Please check your email and password.'],
  ['session_not_found', 'x', 403, 'You were signed out. Please sign in again.'],
  ['invalid_jwt', 'x', 400, 'Invalid JWT structure'],
  [undefined, 'Invalid JWT structure', 400, 'Invalid JWT structure'],
  [undefined, 'Auth session missing!', 400, 'Auth session missing!'],
  ['identity_already_exists', 'x', 422, 'Another account already uses that sign-in.'],
  ['identity_not_found', 'x', 404, 'That sign-in is not part of your account.'],
  ['single_identity_not_deletable', 'x', 422, 'You can’t remove your only way to sign in.'],
  ['over_request_rate_limit', 'Request rate limit reached', 429, 'Please try again in a moment.'],
  ['insufficient_aal', 'x', 401, 'Please complete the second step of signing in first.'],
  ['user_banned', 'User is banned', 403, 'This account is closed. Please write to us.'],
  [undefined, 'Something that we do not know', 500, 'Something that we do not know'],
  [undefined, '', 500, 'An unexpected error occurred. Please try again.'],
  [undefined, 'Failed to fetch', 0, 'An unexpected error occurred. Please try again.'],
] as const)('the error %s “%s” (%i) reads: %s', (code, message, status, text) =>
  expect(problemOf({ code, message, status }).text).toBe(text),
);

describe('an exception', () => {
  it.each([
    [true, new Error('boom'), 'An unexpected error occurred. Please try again.'],
    [true, new LoadError('part'), 'Loading error. Please refresh.'],
    [false, new LoadError('part'), 'You’re offline. Please try again when you are back online.'],
  ])('with a network (%s), %s reads: %s', (onLine, error, problemText) => {
    vi.stubGlobal('navigator', { onLine });
    expect(problemOfThrown(error).text).toBe(problemText);
    vi.unstubAllGlobals();
  });
});
