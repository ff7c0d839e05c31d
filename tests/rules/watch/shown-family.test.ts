import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** Requirements of spec 1 §8 for the family screens, each with the test that shows it (as in shown.test.ts). */
it.each<[asked: string, file: string, title: string]>([
  // From spec 1 §8.
  [
    '§8 limit, role, log: in this order',
    'functions/secured-handler.test.ts',
    'checks the limit, then the role, and then logs the access',
  ],
  [
    '§8 the two sentences of the helper',
    'functions/secured-handler.test.ts',
    'the helper’s sentences are those of the specification',
  ],
  [
    '§8 Auth session missing!, 400',
    'unit/auth/auth-client.test.ts',
    'returns “Auth session missing!” (400) without a session and without a request',
  ],
  [
    '§8 session or user missing, 500',
    'unit/auth/auth-client.test.ts',
    'returns its own error (500) if an answer has no session and no user',
  ],
  [
    '§8 502, 503, 504: 200 ms, doubling, 30 s',
    'unit/auth/auth-client.test.ts',
    'of status %i is retried after 200 ms, doubling',
  ],
  [
    '§8 sign-out 401, 403, 404',
    'unit/auth/auth-client.test.ts',
    'signing out counts as done after status %i',
  ],
  ['§8 admin’s sign-in', 'unit/auth/admin-access.test.ts', 'shows the refusal %j as “%s”'],
  [
    '§8 pictures: emoji and label',
    'e2e/flows/pictures-missing.spec.ts',
    'shows emoji and label in the same space',
  ],
  [
    '§8 the toast stays until dismissed',
    'unit/watch/recovery.test.ts',
    'include a toast that stays until it is closed',
  ],
  [
    '§8 global errors and rejections are high',
    'unit/watch/errors.test.ts',
    'the severity of a global error is high, with its file and stack',
  ],
  [
    '§8 console errors of React are medium',
    'unit/watch/watch.test.ts',
    'reads errors written to the console, and still writes them',
  ],
  [
    '§8 Force Refresh clears caches and loads anew',
    'unit/watch/recovery.test.ts',
    'clears the caches and reloads the page on Force Refresh',
  ],
  [
    '§8 You will NOT be charged for any errors',
    'functions/not-charged-twice.test.ts',
    'on the way to the payment page %s fails',
  ],
  ['§8 nor after the payment', 'functions/not-charged-twice.test.ts', 'after the payment %s fails'],
  [
    '§8 profile',
    'e2e/flows/family-parents.spec.ts',
    'details that cannot be loaded show the error text of the specification',
  ],
  [
    '§8 family',
    'e2e/flows/family-today.spec.ts',
    'a parent is told that the data could not be loaded, and can load them again',
  ],
  [
    '§8 children',
    'e2e/flows/family-child.spec.ts',
    'a child that cannot be loaded shows the error text of the specification',
  ],
  [
    '§8 add a child',
    'e2e/flows/family-child.spec.ts',
    'a parent is told that a child could not be added, and what was typed stays',
  ],
  ['§8 codes of the sign-in', 'unit/auth/refusals.test.ts', 'single_identity_not_deletable'],
  ['§5 weak password', 'unit/auth/auth-client.test.ts', 'returns the reasons for refusing a weak password'],
  [
    '§8 a limit or role that cannot be asked',
    'functions/secured-handler.test.ts',
    'the limit of a call about money cannot be checked',
  ],
  [
    '§8 our functions call SQL with these rights',
    'functions/secured-handler.test.ts',
    'an ended session is named as the reason, whichever call fails with it',
  ],
])('a test shows the requirement: %s', (_, file, title) => {
  expect(readFileSync(path.join(root, 'tests', file), 'utf8')).toContain(title);
});
