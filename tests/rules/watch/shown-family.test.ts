import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** What spec 1 §8 asks of the family's screens, each beside the test that shows it (shown.test.ts). */
it.each<[asked: string, file: string, title: string]>([
  // §8
  [
    '§8 limit, role, log: in this order',
    'functions/secured.test.ts',
    'checks the limit, then the role, and then logs the access',
  ],
  ['§8 its two sentences', 'functions/secured.test.ts', 'its sentences are those of the specification'],
  [
    '§8 Auth session missing!, 400',
    'unit/auth/auth-client.test.ts',
    'without a session says “Auth session missing!”, status 400',
  ],
  [
    '§8 session or user missing, 500',
    'unit/auth/auth-client.test.ts',
    'an answer without session and user is a fault of its own, status 500',
  ],
  [
    '§8 502, 503, 504: 200 ms, doubling, 30 s',
    'unit/auth/auth-client.test.ts',
    '%i is tried again after 200 ms, doubling',
  ],
  [
    '§8 sign-out 401, 403, 404',
    'unit/auth/auth-client.test.ts',
    'signing out answered with %i is signed out',
  ],
  ['§8 admin’s sign-in', 'unit/auth/admin-access.test.ts', 'a refusal %j is said as “%s”'],
  [
    '§8 pictures: emoji and label',
    'e2e/flows/pictures-missing.spec.ts',
    'shows emoji and label in the same space',
  ],
  ['§8 the toast stays until dismissed', 'unit/watch/recovery.test.ts', 'the toast stays until it is closed'],
  [
    '§8 global errors and rejections are high',
    'unit/watch/errors.test.ts',
    'a global error is high, with its file and its stack',
  ],
  [
    '§8 console errors of React are medium',
    'unit/watch/watch.test.ts',
    'an error that is written to the console is read too',
  ],
  [
    '§8 Force Refresh clears caches and loads anew',
    'unit/watch/recovery.test.ts',
    'Force Refresh clears the caches and loads the page anew',
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
    'details that cannot be loaded have the error text of the specification',
  ],
  [
    '§8 family',
    'e2e/flows/family-today.spec.ts',
    'data that cannot be loaded are reported, and can be loaded again',
  ],
  [
    '§8 children',
    'e2e/flows/family-child.spec.ts',
    'a child that cannot be loaded has the error text of the specification',
  ],
  [
    '§8 add a child',
    'e2e/flows/family-child.spec.ts',
    'a failure to add a child is reported, and what was typed stays',
  ],
  ['§8 codes of the sign-in', 'unit/auth/refusals.test.ts', 'single_identity_not_deletable'],
  ['§5 weak password', 'unit/auth/auth-client.test.ts', 'a weak password is refused with its reasons'],
  [
    '§8 a limit or role that cannot be asked',
    'functions/secured.test.ts',
    'the limit cannot be asked, of money',
  ],
  [
    '§8 what our functions ask of SQL they ask with these rights',
    'functions/secured.test.ts',
    'an ended session is named as the reason, whichever call fails with it',
  ],
])('%s', (_, file, title) => {
  expect(readFileSync(path.join(root, 'tests', file), 'utf8')).toContain(title);
});
