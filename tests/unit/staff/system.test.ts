/** Tests the system screen: measures above their thresholds, the log, and giving roles. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEntry, StaffAccount, SystemHealth } from '#contract/management-system.ts';
import { createAccounts } from '#features/staff/system/accounts.ts';
import * as api from '#features/staff/system/api.ts';
import { createEntry, nameOf } from '#features/staff/system/entry.ts';
import {
  badMeasures,
  changesOf,
  spanOf,
  countUnreportedChores,
  viewIn,
} from '#features/staff/system/model.ts';

vi.mock(import('#features/staff/system/api.ts'));
beforeEach(() => vi.resetAllMocks());

const allWell: SystemHealth = {
  at: '2026-11-21T00:00:00Z',
  status: 'ok',
  alerts: [],
  errors: [],
  chores: [],
  bookings: { ok: 10, failed: 0, percent: 0 },
  outbox: { waiting: 0, oldest_seconds: 0, errors: [] },
  webhook: { lag_seconds: 0, failed: 0, last_at: null },
  holds: { lapsed: 0, lag_seconds: 0 },
  mails: { sent: 0, bounced: 0, complained: 0, failed: 0, percent: 0 },
  error_rate: { day: 0, usual: 0, blank_screens: 0 },
  uptime: { since: null, last_at: null, percent: null, out_seconds: 0, outages: [] },
  books: null,
  publish: { site: 'built', reason: null, started_at: null, built_at: null, wishes: 0, refused: [] },
  conversions: { waiting: 3, failed: 0 },
  thresholds: {
    booking_percent: 5,
    booking_seconds: 120,
    booking_least: 2,
    outbox_seconds: 300,
    webhook_seconds: 300,
    hold_seconds: 300,
    chore_seconds: 300,
    returned_percent: 5,
    blank_screens: 5,
    calm_minutes: 10,
  },
};

it.each<[string, Partial<SystemHealth>]>([
  ['bookings', { bookings: { ok: 2, failed: 2, percent: 50 } }],
  ['outbox', { outbox: { waiting: 1, oldest_seconds: 301, errors: [] } }],
  ['webhook', { webhook: { lag_seconds: 0, failed: 1, last_at: null } }],
  ['holds', { holds: { lapsed: 1, lag_seconds: 301 } }],
  ['books', { books: { discrepancies: 1, rules: { a: 1 }, at: '2026-11-21T00:00:00Z' } }],
  ['publish', { publish: { ...allWell.publish, refused: [{ title: 'A', problem: 'B' }] } }],
  ['conversions', { conversions: { waiting: 0, failed: 1 } }],
  ['mails', { mails: { sent: 20, bounced: 2, complained: 1, failed: 0, percent: 15 } }],
  ['mails', { mails: { sent: 20, bounced: 0, complained: 0, failed: 1, percent: 0 } }],
  ['errors', { error_rate: { day: 9, usual: 1, blank_screens: 6 } }],
])('the page marks %s as bad above its limit', (measure, limitedMeasure) =>
  expect([...badMeasures({ ...allWell, ...limitedMeasure })]).toEqual([measure]),
);

it('the page counts late chores, unless an alert already reports them', () => {
  const chore = { name: 'alerts', done_at: null, ms: null, failures: 0, is_late: true };
  const chores = [chore, { ...chore, name: 'outbox', is_late: false }];
  expect([countUnreportedChores(allWell), countUnreportedChores({ ...allWell, chores })]).toEqual([0, 1]);
  const alert = { kind: 'chores_late', value: 400, threshold: 300, details: {}, began_at: allWell.at };
  expect(countUnreportedChores({ ...allWell, chores, alerts: [alert] })).toBe(0);
});

it('the page marks nothing for a healthy system, nor one failed booking where two are needed', () => {
  expect(badMeasures(allWell).size).toBe(0);
  expect(badMeasures({ ...allWell, bookings: { ok: 0, failed: 1, percent: 100 } }).size).toBe(0);
});

it.each([
  [0, '0 s'],
  [89, '89 s'],
  [600, '10 min'],
  [7200, '2 h'],
  [259_200, '3 d'],
])('the page shows %i seconds as %s', (seconds, text) => expect(spanOf(seconds)).toBe(text));

it('the page lists the changes of a log entry by column, with one side for added or removed rows', () => {
  expect(changesOf({ before: { level: 1 }, after: { level: 2, teams: ['red'] } })).toEqual([
    { column: 'level', before: '1', after: '2' },
    { column: 'teams', before: null, after: '["red"]' },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  expect(changesOf({ before: null, after: { order_id: null } })).toEqual([]);
});

it('the page reads the tab from the address, and ignores unknown ones', () => {
  expect([viewIn(''), viewIn('?view=log'), viewIn('?view=drop')]).toEqual(['health', 'log', 'health']);
});

const ada = { user_id: 'a', email: 'ada@example.test' } as StaffAccount;
it('the page grants a role once for two clicks, and reads the list again whatever the result', async () => {
  vi.mocked(api.fetchAccounts).mockResolvedValue({
    ok: true,
    value: { accounts: [], invitations: [], coach_pages: [], free_coaches: [], second_factor_roles: [] },
  });
  vi.mocked(api.grantRole).mockResolvedValue({ ok: true, value: { account: ada } });
  const accounts = createAccounts();
  await accounts.read();
  expect(
    await Promise.all([accounts.grantRole(' ada@example.test ', 'coach'), accounts.grantRole('b', 'coach')]),
  ).toEqual([true, false]);
  expect(api.grantRole).toHaveBeenCalledExactlyOnceWith('ada@example.test', 'coach');
  expect(accounts.$outcome.get()).toMatchObject({
    state: 'done',
    what: 'given',
    account: ada,
    row: null,
  });
  vi.mocked(api.revokeRole).mockResolvedValue({ ok: false, code: 'own_role' });
  expect(await accounts.revokeRole(ada, 'coach')).toBe(false);
  expect(accounts.$outcome.get()).toMatchObject({ state: 'refused', code: 'own_role', row: 'a' });
  expect(api.fetchAccounts).toHaveBeenCalledTimes(3);
});

describe('a log entry', () => {
  const entry = { id: 7, table: 'user_roles', action: 'insert' } as LogEntry;
  const openEntry = (search: string) => {
    vi.stubGlobal('location', { pathname: '/management/system', search });
    vi.stubGlobal('addEventListener', vi.fn());
    const entryView = createEntry();
    entryView.watch();
    return entryView;
  };
  const page = (rows: LogEntry[]) =>
    ({ ok: true, value: { rows, next: null, count: 1, more: false } }) as const;

  it.each(['changes', 'looks'] as const)('of the log “%s” is read by its address', async (log) => {
    vi.mocked(api.fetchLog).mockResolvedValue(page([entry]));
    const entryView = openEntry(`?view=log&who=ada&entry=${nameOf({ ...entry, log })}`);
    await vi.waitFor(() =>
      expect(entryView.$view.get()).toMatchObject({ state: 'ready', record: { id: 7, log } }),
    );
    expect(api.fetchLog).toHaveBeenCalledExactlyOnceWith({ log, entry: '7' }, null, 1);
    expect(entryView.hrefOf('looks-8')).toBe('/management/system?view=log&who=ada&entry=looks-8');
  });

  it('that has been deleted is shown as gone, and a malformed name opens nothing', async () => {
    vi.mocked(api.fetchLog).mockResolvedValue(page([]));
    const entryView = openEntry('?view=log&entry=changes-7');
    await vi.waitFor(() => expect(entryView.$view.get()).toMatchObject({ state: 'failed', code: 'gone' }));
    for (const name of ['7', 'drops-7', 'changes-', 'changes-7x'])
      expect(openEntry(`?entry=${name}`).$view.get()).toEqual({ state: 'closed' });
    expect(api.fetchLog).toHaveBeenCalledTimes(1);
  });
});
