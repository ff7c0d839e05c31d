/**
 * Tests settings for staff: who changes them, which values they accept, and that earlier promises are kept
 * (docs/decisions "Settings on a screen").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RetentionPeriod, Setting, Settings } from '#contract/management-settings.ts';
import { settingLines } from '#ui/staff/setting-lines.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const read = async (role: Role = 'admin') => v.parse(Settings, await call('get_settings', {}, role));
const get = async (name: string) => {
  const found = (await read()).settings.find((one) => one.name === name);
  if (!found) throw new Error(`there is no setting ${name}`);
  return found;
};
const save = async (name: string, value: unknown, seen?: unknown, role?: Role) =>
  v.parse(
    Setting,
    await call(
      'save_setting',
      { p_change: { name, value, seen: seen === undefined ? (await get(name)).value : seen } },
      role,
    ),
  );
const keep = async (name: string, period: string, seen: string, role: Role = 'business admin') =>
  v.parse(
    RetentionPeriod,
    await call('save_retention_period', { p_class: name, p_keep: period, p_seen: seen }, role),
  );

const calls: [string, Record<string, unknown>][] = [
  ['get_settings', {}],
  ['save_setting', { p_change: { name: 'hold_minutes', value: 20, seen: 30 } }],
  ['save_retention_period', { p_class: 'proposals', p_keep: '2 years', p_seen: '1 year' }],
];
describe.each(calls)('%s', (name, body) => {
  test('a visitor may not call it', async () =>
    expect(await sqlState(call(name, body, 'visitor'))).toBe('42501'));
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('an admin without a second factor is refused if admins need one', async () => {
  await db.sql`update public.settings set second_factor_roles = '{admin,business_admin}'`;
  expect(await refusal(read())).toMatchObject({ code: 'not_allowed' });
  await db.sql`update public.settings set second_factor_roles = '{business_admin}'`;
});

test('all settings except the salt are listed with value, bounds and default', async () => {
  const { settings, retention, may_change_safety } = await read();
  const columns = await db.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'settings'`;
  const hidden = ['id', 'address_salt', 'offers_snapshot_at', 'updated_at'];
  expect(settings.map(({ name }) => name).toSorted()).toEqual(
    columns
      .map(({ name }) => name)
      .filter((name) => !hidden.includes(name))
      .toSorted(),
  );
  expect(may_change_safety).toBe(false);
  expect((await read('business admin')).may_change_safety).toBe(true);
  expect(await get('weekends_planned')).toMatchObject({
    value: 5,
    default: 5,
    least: 1,
    most: 26,
    kind: 'whole',
  });
  expect(await get('hold_minutes')).toMatchObject({ least: 1, most: 10080 });
  expect(await get('alert_booking_percent')).toMatchObject({ least: 0, most: 100, kind: 'number' });
  expect(await get('waitlist_quiet_from')).toMatchObject({ value: '22:00:00', kind: 'time' });
  expect(await get('staff_email')).toMatchObject({ kind: 'text', is_optional: true, default: null });
  expect(await get('order_prefix')).toMatchObject({ is_fixed: true });
  expect(retention.find((one) => one.class === 'proposals')).toMatchObject({
    keep: '1 year',
    action: 'delete',
  });
  expect(JSON.stringify(settings)).not.toContain(
    (await db.sql`select address_salt from public.settings`)[0]?.['address_salt'],
  );
});

test('each line of the settings messages names one setting, once', async () => {
  const names = (await read()).settings.map(({ name }) => name);
  const lines = settingLines.map(({ name }) => name);
  expect(lines.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(lines).size).toBe(lines.length);
});

test('a change records who and when, and can be undone', async () => {
  const changed = await save('hold_minutes', 20);
  expect(changed).toMatchObject({
    value: 20,
    default: 30,
    changes: [{ who: 'admin@example.test', before: 30, after: 20 }],
  });
  expect(await save('hold_minutes', changed.changes[0]?.before, 20)).toMatchObject({ value: 30 });
  expect((await get('hold_minutes')).changes.map(({ after }) => after)).toEqual([30, 20]);
  expect(await save('staff_email', ' team@otter.test ', null)).toMatchObject({ value: 'team@otter.test' });
  expect(await save('staff_email', null)).toMatchObject({ value: null });
  expect(await save('waitlist_quiet_from', '22:30')).toMatchObject({ value: '22:30:00' });
  expect(await save('outbox_per_second', 0.5)).toMatchObject({ value: 0.5, least: 0.1, most: 1000 });
  expect(await refusal(save('outbox_per_second', 0))).toMatchObject({ code: 'invalid_input' });
  expect(await save('alert_booking_percent', 7.5)).toMatchObject({ value: 7.5 });
});

test('a colleague’s change is not overwritten', async () =>
  expect(await refusal(save('children_max', 9, 11))).toMatchObject({ code: 'changed_meanwhile' }));

test.each([
  ['hold_minutes', 0, 'value'],
  ['hold_minutes', 10_081, 'value'],
  ['hold_minutes', 1.5, 'value'],
  ['hold_minutes', '20', 'value'],
  ['hold_minutes', null, 'value'],
  ['weekends_planned', 27, 'value'],
  ['waitlist_quiet_from', '25:00', 'value'],
  ['waitlist_quiet_from', 22, 'value'],
  ['legal_name', '', 'value'],
  ['legal_name', 'Otter\nTrails', 'value'],
  ['legal_name', ['x'], 'value'],
  ['staff_email', 'nobody', 'value'],
])('%s cannot be set to %j', async (name, value, field) =>
  expect(await refusal(save(name, value))).toMatchObject({ code: 'invalid_input', field }),
);
test('only a business admin can change the minimum age for leaving alone, within its bounds', async () => {
  expect(await refusal(save('goes_alone_from_age', 9))).toMatchObject({ code: 'not_allowed' });
  expect(await refusal(save('goes_alone_from_age', 19, undefined, 'business admin'))).toMatchObject({
    code: 'invalid_input',
    field: 'value',
  });
});
test('only a business admin can change the account that PayNow at the desk pays to', async () => {
  expect(await refusal(save('uen', '201912345K'))).toMatchObject({ code: 'not_allowed' });
  expect(await refusal(save('uen', 'no', undefined, 'business admin'))).toMatchObject({
    code: 'setting_conflict',
    field: 'value',
  });
  expect(await save('uen', '201912345K', undefined, 'business admin')).toMatchObject({ value: '201912345K' });
  await save('uen', null, undefined, 'business admin');
});
test.each([
  ['access_log', '1 day'],
  ['child_details', '30 days'],
  ['message_recipients', '1 day'],
])('%s cannot be deleted after %s', async (period, wanted) => {
  const [row] = await db.sql<
    [{ keep: string }]
  >`select private.retention_view(p) ->> 'keep' as keep from public.retention_periods p where class = ${period}`;
  expect(await refusal(keep(period, wanted, row.keep))).toMatchObject({ code: 'invalid_input' });
});

test.each([
  ['hold_total_minutes', 29],
  ['waitlist_quiet_until', '21:45'],
])('%s cannot be set to %j, because it does not fit the other settings', async (name, value) =>
  expect(await refusal(save(name, value))).toMatchObject({ code: 'setting_conflict', field: 'value' }),
);

test.each([
  'id',
  'name',
  'address_salt',
  'address_header',
  'currency',
  'updated_at',
  'ctid',
  'nothing',
  "x' --",
  null,
])('no setting named %s can be changed', async (name) =>
  expect(await refusal(save(name ?? '', 'EUR', 'SGD'))).toMatchObject({
    code: 'invalid_input',
    field: 'name',
  }),
);

describe('settings about safety', () => {
  const both = ['admin', 'business_admin'];
  test('an admin cannot change them, but a business admin can', async () => {
    expect(await refusal(save('second_factor_roles', both))).toMatchObject({ code: 'not_allowed' });
    expect(await refusal(save('fresh_sign_in_minutes', 600))).toMatchObject({ code: 'not_allowed' });
    expect(
      await save('second_factor_roles', ['business_admin', 'coach'], undefined, 'business admin'),
    ).toMatchObject({
      value: ['business_admin', 'coach'],
    });
    await save('second_factor_roles', ['business_admin'], undefined, 'business admin');
  });
  test.each([[[]], [['admin']], [['business_admin', 'customer']], ['business_admin']])(
    'the second factor cannot be required for %j',
    async (roles) =>
      expect(await refusal(save('second_factor_roles', roles, undefined, 'business admin'))).toMatchObject({
        code: 'invalid_input',
      }),
  );
});

describe('retention periods', () => {
  test('a business admin can change a period, which is logged', async () => {
    expect(await keep('proposals', '2 years', '1 year')).toMatchObject({
      keep: '2 years',
      changes: [{ who: 'business@example.test', before: '1 year', after: '2 years' }],
    });
    expect(await keep('proposals', '1 year', '2 years')).toMatchObject({ keep: '1 year' });
    expect(await refusal(keep('proposals', '3 years', '2 years'))).toMatchObject({
      code: 'changed_meanwhile',
    });
  });
  test('an admin cannot change a period', async () =>
    expect(await refusal(keep('proposals', '2 years', '1 year', 'admin'))).toMatchObject({
      code: 'not_allowed',
    }));
  test.each([
    ['paid_orders', '5 years', '7 years', 'p_keep'],
    ['audit_log', '1 day', '7 years', 'p_keep'],
    ['first_aid', '2 years', '3 years', 'p_keep'],
    ['proposals', '11 years', '1 year', 'p_keep'],
    ['proposals', '0 days', '1 year', 'p_keep'],
    ['proposals', '-1 days', '1 year', 'p_keep'],
    ['proposals', '1 hour', '1 year', 'p_keep'],
    ['proposals', "1 year'; --", '1 year', 'p_keep'],
    ['leads', '1 year', '30 days', 'p_class'],
    ['nothing', '1 year', '30 days', 'p_class'],
  ])('%s cannot be kept for %s', async (name, period, seen, field) =>
    expect(await refusal(keep(name, period, seen))).toMatchObject({ code: 'invalid_input', field }),
  );
});

describe('terms that were promised to earlier customers', () => {
  const kindest = async (name: string, since: Date) => {
    const [row] = await db.sql<[{ n: number }]>`select private.kindest_setting(${name}, ${since}) as n`;
    return row.n;
  };
  test('earlier sales keep the kindest terms since then: the fewest hours and the most days', async () => {
    const long = new Date(Date.now() - 86_400_000);
    await save('move_hours_before', 72);
    await save('dateless_refund_days', 7);
    const later = new Date(Date.now() + 1000);
    expect(await kindest('move_hours_before', long)).toBe(24);
    expect(await kindest('dateless_refund_days', long)).toBe(14);
    expect(await kindest('move_hours_before', later)).toBe(72);
    expect(await kindest('dateless_refund_days', later)).toBe(7);
    await save('move_hours_before', 24);
    await save('dateless_refund_days', 14);
  });

  test('an earlier booking returns its credit until the promised time', async () => {
    const until = async (booked: string) => {
      const [row] = await db.sql<[{ hours: number }]>`
        select extract(epoch from '2090-01-10T10:00Z'::timestamptz
          - private.credit_returns_until('2090-01-10T10:00Z', ${booked}))::integer / 3600 as hours`;
      return row.hours;
    };
    await save('credit_return_hours', 48);
    expect(await until('2026-01-01T00:00Z')).toBe(24);
    expect(await until('2089-01-01T00:00Z')).toBe(48);
    await save('credit_return_hours', 24);
  });

  test('a shorter hold time does not shorten holds that were opened before', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    const ends = async () =>
      (
        await db.sql`select h.expires_at from public.holds h join public.orders o on o.id = h.order_id
        where o.secret = ${order.secret}`
      )[0]?.['expires_at'] as Date;
    const before = await ends();
    await save('hold_minutes', 1);
    await rpc(db, visitor, 'renew_hold', { p_secret: order.secret });
    expect(await ends()).toEqual(before);
    await save('hold_minutes', 30);
  });
});
