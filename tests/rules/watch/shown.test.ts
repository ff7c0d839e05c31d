import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Requirements of spec 1 §2, §3, §4, §7 and §9 for monitoring, recovery, tracking and security, each with the test
 * that shows it. Texts and numbers are in numbers.test.ts. If a test is renamed or removed, this test fails.
 */
it.each<[asked: string, file: string, title: string]>([
  // spec 1 §2
  [
    '§2 Loading... while a part loads, and what does not load',
    'unit/components/boundary.test.tsx',
    'shows the loading error if a lazy component cannot be fetched',
  ],
  [
    '§2 crash screen and Try Again',
    'unit/components/boundary.test.tsx',
    'shows the crash screen if rendering throws, and Try Again restores the page',
  ],
  [
    '§2 each file of an island fails in a browser',
    'e2e/flows/failed-parts.spec.ts',
    'the page survives a failure of each of its files that no page before it loads',
  ],
  [
    '§2 Loading... in that spinner',
    'unit/components/guarded.test.tsx',
    'a spinner says “Loading...” until the session is known, and the guard is closed on unmount',
  ],
  [
    '§2 spinner until the roles are known',
    'unit/access/guard.test.ts',
    'is “checking” until the session is known',
  ],
  [
    '§2 a visitor goes to /auth',
    'unit/access/guard.test.ts',
    'sends a visitor to sign in and passes the page with its query and fragment',
  ],
  [
    '§2 who lacks a role goes to the fallback',
    'unit/access/guard.test.ts',
    'with the roles %j leads from an admin screen to %s',
  ],
  [
    '§2 banner, badge, one toast at a time',
    'unit/watch/recovery.test.ts',
    'are a banner, one toast and a badge',
  ],
  [
    '§2 the same in a browser, with axe',
    'e2e/flows/recovery.spec.ts',
    'three errors in a row show banner, toast and badge, each with its text and action',
  ],
  // spec 1 §3
  [
    '§3 fields of a report',
    'unit/watch/reports.test.ts',
    'sends an error to both monitors once, with the required fields',
  ],
  ['§3 has_blank_screen', 'unit/watch/reports.test.ts', 'reports a blank page as critical'],
  ['§3 nobody’s data in a report', 'rules/watch/clean.test.ts', 'personal data are removed from a report'],
  ['§3 nor in its row', 'db/monitoring-redact.test.ts', 'test.each(samples)'],
  [
    '§3 latest 100 events',
    'unit/watch/tracking.test.ts',
    'the latest hundred events are kept, and unreadable ones dropped',
  ],
  [
    '§3 url, timestamp, sessionId',
    'unit/watch/tracking.test.ts',
    'a page view has address, time and visit, but no query',
  ],
  [
    '§3 element and action',
    'unit/watch/tracking.test.ts',
    'an interaction has the element’s name in the markup, never its text',
  ],
  [
    '§3 a conversion: kind and time, fbc, fbp',
    'unit/watch/conversions.test.ts',
    'the id of an event consists of kind and time, and the service’s cookies are sent and created only once',
  ],
  [
    '§3 the same in a browser, to the service',
    'e2e/flows/conversions.spec.ts',
    'after a visitor clicks an ad and pays a try-out, the advertising service gets what the parent allowed',
  ],
  // spec 1 §4
  [
    '§4 degraded after 3 in a row',
    'rules/watch/health.test.ts',
    'recovery mode starts at the third error in a row, not at the second',
  ],
  [
    '§4 ends after 5 minutes',
    'rules/watch/health.test.ts',
    'recovery mode ends after five minutes, not before',
  ],
  [
    '§4 not while errors in a row are left',
    'rules/watch/health.test.ts',
    'recovery mode continues while errors in a row remain, and ends afterwards',
  ],
  [
    '§4 the count resets after 30 s',
    'rules/watch/health.test.ts',
    'an error %i ms after another is number %i in a row',
  ],
  [
    '§4 repair from the 2nd, or a critical one',
    'unit/watch/watch.test.ts',
    'starts recovery at the second consecutive error, or at one crashed island',
  ],
  [
    '§4 auto-fix, reload after 1 s',
    'unit/watch/recovery.test.ts',
    'sends a critical error to auto-fix-system, and reloads the page a second after a fix',
  ],
  [
    '§4 by hand after 2 s',
    'unit/watch/recovery.test.ts',
    'asks before reloading a page with input, and reloads two seconds after a yes',
  ],
  [
    '§4 the session renewed 90 s before its end, each 30 s',
    'unit/browser/keep-session.test.ts',
    'is checked every 30 s, and renewed once at most 90 s remain',
  ],
  [
    '§4 resting while hidden',
    'unit/browser/keep-session.test.ts',
    'is not renewed while the tab is hidden, but as soon as it is visible again',
  ],
  // spec 1 §7
  [
    '§7 one row of system_logs every 30 s',
    'unit/watch/recovery.test.ts',
    'reads the id of one row every 30 s while something is wrong, and counts no answer as an error',
  ],
  [
    '§7 auto-fix-system: fix_applied, fix_id',
    'functions/monitor.test.ts',
    'creates missing sessions of the weekend once',
  ],
  ['§7 ops-monitor', 'functions/monitor.test.ts', 'stores the error with its severity'],
  [
    '§7 error-monitor: null asks for the status',
    'functions/error-monitor.test.ts',
    'is answered for a null body and for GET',
  ],
  [
    '§7 maintenance, twice at once',
    'functions/chores-twice.test.ts',
    'one call runs a chore, and the other call skips it',
  ],
  [
    '§7 meta-conversions-api',
    'functions/meta-conversions.test.ts',
    'has hashed contacts, the cookies and the page, and nothing about a child',
  ],
  [
    '§7 the calls of the monitor and a stranger',
    'functions/strangers.test.ts',
    'one address uses up its own share',
  ],
  ['§7 a remedy for each known cause', 'functions/monitor.test.ts', 'sends a stuck outbox'],
  [
    '§7 no page reloads for ever',
    'functions/monitor.test.ts',
    'gives a browser a remedy twice and then none, so that no page reloads for ever',
  ],
  // spec 1 §9
  [
    '§9 queue every 30 s',
    'unit/watch/watch.test.ts',
    'sends the queue every 30 seconds, but not from a hidden tab',
  ],
  [
    '§9 banner 5 s, badge 10 s',
    'unit/watch/recovery.test.ts',
    'are checked every 5 s in the banner, which says that it is over, and every 10 s in the badge',
  ],
  [
    '§9 tooltip 700 ms, 300 ms',
    'unit/watch/recovery.test.ts',
    'include a tooltip after 700 ms, at once within 300 ms, and until Escape',
  ],
  ['§9 what a repair clears and keeps', 'unit/watch/repair.test.ts', 'deletes all other keys'],
  [
    '§9 and in a browser',
    'e2e/flows/recovery.spec.ts',
    'if the storage is broken, the page works, a parent’s choice stays, and an incomplete value is deleted',
  ],
  [
    '§9 recent is the last 60 s',
    'db/analytics-proof.test.ts',
    'a visit that was last seen a minute ago is not counted, and is deleted later',
  ],
  [
    '§9 scroll 25, 50, 75, 100',
    'unit/watch/tracking.test.ts',
    'scroll depth is recorded at 25, 50, 75 and 100 percent, each once',
  ],
  [
    '§9 time 30, 60, 120, 180 s',
    'unit/watch/tracking.test.ts',
    'time on page is recorded at 30, 60, 120 and 180 seconds, each once',
  ],
  [
    '§9 sections from half of them',
    'unit/watch/tracking.test.ts',
    'a section counts as viewed once half of it, or half of the window, is visible',
  ],
  [
    '§9 camps count 547 and 990',
    'unit/watch/conversions.test.ts',
    'the event of a %s camp has the value of %i dollars',
  ],
  // Errors that are injected in a browser.
  [
    'a chunk fails',
    'e2e/flows/recovery.spec.ts',
    'if a file cannot be loaded, a remedy is requested and the page reloads',
  ],
  [
    'the API answers 500',
    'e2e/flows/recovery.spec.ts',
    'if an API answers 500, the page works and says so, and the error is reported',
  ],
  [
    'no network',
    'e2e/flows/recovery.spec.ts',
    'the system is not reported as broken without a network, and no report is lost',
  ],
  ['1,000 errors per second', 'e2e/flows/recovery.spec.ts', 'a thousand errors a second for three seconds'],
  [
    'a broken reporter',
    'e2e/flows/recovery.spec.ts',
    'a broken reporter causes no loop, and the next page sends the report',
  ],
  [
    'what was typed stays',
    'e2e/flows/recovery.spec.ts',
    'typed text is not lost by a reload that nobody requested',
  ],
])('a test shows the requirement: %s', (_, file, title) => {
  expect(readFileSync(path.join(root, 'tests', file), 'utf8')).toContain(title);
});
