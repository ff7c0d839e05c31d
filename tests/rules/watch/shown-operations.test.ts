import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Requirements of spec 2 §7 and §8 for the events of a booking, and requirements for consent and operations, each
 * with the test that shows it (as in shown.test.ts).
 */
it.each<[asked: string, file: string, title: string]>([
  [
    '2 §7 the six types of events',
    'db/analytics-events.test.ts',
    'all six event types are recorded in the order in which they came',
  ],
  [
    '2 §7 in their order, from a booking',
    'unit/booking/store.test.ts',
    "['checkout_started', expect.objectContaining",
  ],
  ['2 §7 checkout_started, of each kind of sale', 'unit/checkout/checkout-started.test.ts', 'it.each(kinds)'],
  [
    '2 §7 and of a pass bought by its dialog',
    'unit/passes/pass-dialog.test.ts',
    'reports the start of the checkout to analytics, with pass and price',
  ],
  [
    '2 §7 user agent and account only as agreed',
    'db/analytics-events.test.ts',
    'the account and the user agent are stored only with consent, and are never taken from the body',
  ],
  ['2 §8 analytics that fail are only logged', 'unit/booking/analytics.test.ts', 'is only logged: %o'],
  // Requirements for a visitor's consent.
  ['two answers, equally easy', 'e2e/flows/consent.spec.ts', 'either answer is one tap of the same size'],
  ['taken back by purpose, in both places', 'e2e/flows/consent.spec.ts', 'can withdraw consents one by one'],
  ['Do Not Track and Global Privacy Control', 'e2e/flows/consent.spec.ts', 'counts as having refused'],
  [
    'nothing before a yes',
    'e2e/flows/conversions.spec.ts',
    'nothing is sent and no cookie is set before a yes',
  ],
  [
    'a yes that is taken back before the payment',
    'functions/meta-purchases.test.ts',
    'that is pressed again after %s does not report what the first press had stored',
  ],
  [
    'nothing about a child',
    'functions/strangers.test.ts',
    'an event for the advertising service has no field for a stranger’s own words',
  ],
  ['nor in what is counted', 'db/analytics-events.test.ts', 'nothing about a child, no e-mail'],
  // Requirements for operations.
  ['each threshold, and what is below it', 'db/alerts.test.ts', 'each threshold'],
  [
    'one mail when it begins, one when it ends',
    'db/alerts.test.ts',
    'an alert sends one mail when it starts and one when it ends',
  ],
  [
    'one id: the browser',
    'unit/api/calls.test.ts',
    'is sent with each call to a function, and differs each time',
  ],
  [
    'one id: function, log and row',
    'functions/request-log.test.ts',
    'the browser’s id is in the response, the log and the row',
  ],
  ['health in one call', 'db/system-health.test.ts', '%s can read every section of it'],
  [
    'the chores by the clock: pg_cron',
    'db/cron.test.ts',
    'cron calls the chores every minute and the mails in between, with a secret that the timetable does not show',
  ],
  [
    'the chores by the clock: the local stack',
    'functions/timer.test.ts',
    'the timer runs the chores at once and then again, with their secret',
  ],
  [
    'the rebuild of 00:05, once',
    'db/site-rebuilds.test.ts',
    'at 00:05 in Singapore the site gets one build for the new day',
  ],
  ['late chores are shown', 'functions/monitor.test.ts', 'says whether the chores run'],
  [
    'maps are private',
    'e2e/flows/recovery.spec.ts',
    'an error is traced to its source by a source map that the public cannot fetch',
  ],
  [
    'and group over releases',
    'functions/source-maps.test.ts',
    'an error is identified by file, function and line of its source, the same across releases',
  ],
  [
    'reports are forwarded by one variable',
    'functions/forward-events.test.ts',
    'nothing is forwarded without the variable, and an invalid one is reported at the start',
  ],
  [
    '3 kB, in one file, after load',
    'e2e/flows/recovery.spec.ts',
    'a page without errors loads one small file after it has loaded, and makes no calls',
  ],
])('a test shows the requirement: %s', (_, file, title) => {
  expect(readFileSync(path.join(root, 'tests', file), 'utf8')).toContain(title);
});
