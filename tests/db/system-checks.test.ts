/**
 * Tests what the running system checks about itself. Each fault is provoked, and a check without any data must be
 * unknown.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { SystemChecks } from '#contract/system-checks.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`delete from public.payment_events`;
  await db.sql`truncate public.heartbeat, public.outages, public.doctor_findings`;
  await db.sql`delete from public.publications`;
});
afterAll(() => db.drop());

const read = (who: Caller) => rpc(db, who, 'get_system_checks');
const checks = async () => v.parse(SystemChecks, await read(people.callers.admin));
const check = async (name: string) => (await checks()).checks.find((one) => one.name === name);
const beat = (at = new Date()) =>
  rpc<{ out_seconds: number | null }>(db, service, 'record_heartbeat', {
    p_functions_at: at.toISOString(),
  });

test.each(['visitor', 'parent', 'other parent', 'coach', 'service'] as const)(
  '%s is refused',
  async (role) => {
    const call = read(people.callers[role]);
    if (role === 'visitor' || role === 'service') expect(await sqlState(call)).toBe('42501');
    else expect(await refusal(call)).toMatchObject({ code: 'not_allowed', status: 403 });
  },
);

test.each(['parent', 'coach', 'admin', 'business admin'] as const)(
  '%s can neither write a report of doctor nor a heartbeat, nor read the tables',
  async (role) => {
    const who = people.callers[role];
    const finding = { id: 'backups', topic: 'Supabase', state: 'ok', what: 'All is well.' };
    expect(await sqlState(rpc(db, who, 'save_doctor_report', { p_findings: [finding] }))).toBe('42501');
    expect(
      await sqlState(rpc(db, who, 'record_heartbeat', { p_functions_at: new Date().toISOString() })),
    ).toBe('42501');
  },
);

test('a new system knows nothing, and says so', async () => {
  const { checks: all, doctor } = await checks();
  const states = Object.fromEntries(all.map(({ name, state }) => [name, state]));
  expect(states).toEqual({
    stripe_events: 'unknown',
    mail_reports: 'unknown',
    publish_events: 'unknown',
    content: 'unknown',
    clock: 'unknown',
    extensions: 'ok',
    row_security: 'ok',
  });
  expect(doctor).toEqual({ at: null, ok: 0, findings: [] });
});

describe('webhooks', () => {
  const payment = async (intent: string) => {
    const [row] = await db.sql<{ id: string }[]>`
      insert into public.payments (payment_intent, amount_cents, currency) values (${intent}, 100, 'SGD') returning id`;
    return row?.id ?? '';
  };
  const event = (type: string, id: string) =>
    db.sql`insert into public.payment_events (event_id, event_type, payment_id) values (${type + id}, ${type}, ${id})`;

  test('webhooks of Stripe are in order while events come, and wrong if a payment was only found', async () => {
    await event('checkout.session.completed', await payment('pi_1'));
    expect(await check('stripe_events')).toMatchObject({ state: 'ok', missed: 0 });
    const found = await payment('pi_2');
    await event('check_payment', found);
    expect(await check('stripe_events')).toMatchObject({ state: 'wrong', missed: 1 });
    await event('charge.succeeded', found);
    expect(await check('stripe_events')).toMatchObject({ state: 'ok', missed: 0 });
  });

  test('webhooks of the mail provider are wrong if mails go out and none is reported any more', async () => {
    const mail = (key: string, hours: number) =>
      db.sql`insert into public.outbox (key, template, recipient, payload, created_at, sent_at)
        values (${key}, 'order_link', 'mei@example.test', '{}', now() - make_interval(hours => ${hours}), now() - make_interval(hours => ${hours}))`;
    const report = (key: string) => db.sql`update public.outbox set delivered_at = now() where key = ${key}`;
    await mail('a', 20);
    expect(await check('mail_reports')).toMatchObject({ state: 'wrong', missed: 1 });
    await report('a');
    expect(await check('mail_reports')).toMatchObject({ state: 'ok', missed: 0 });

    // One mail may go unreported for some hours, but not for longer, and not five mails at once.
    await mail('b', 3);
    expect(await check('mail_reports')).toMatchObject({ state: 'ok', missed: 1 });
    await db.sql`update public.outbox set sent_at = now() - interval '7 hours' where key = 'b'`;
    expect(await check('mail_reports')).toMatchObject({ state: 'wrong', missed: 1 });
    await db.sql`update public.outbox set sent_at = now() - interval '3 hours' where key = 'b'`;
    for (const key of ['c', 'd', 'e', 'f']) await mail(key, 2);
    expect(await check('mail_reports')).toMatchObject({ state: 'wrong', missed: 5 });

    // A mail that its recipient's server does not accept for hours is reported as delayed, so the webhook works.
    await db.sql`update public.outbox set sent_at = now() - interval '7 hours' where key = 'b'`;
    await db.sql`delete from public.outbox where key in ('c', 'd', 'e', 'f')`;
    expect(await check('mail_reports')).toMatchObject({ state: 'wrong', missed: 1 });
    const [late] = await db.sql<{ id: string }[]>`select id from public.outbox where key = 'b'`;
    await rpc(db, service, 'note_mail_event', {
      p_type: 'delayed',
      p_at: new Date().toISOString(),
      p_mail_id: late?.id,
      p_email: 'mei@example.test',
    });
    expect(await check('mail_reports')).toMatchObject({ state: 'ok', missed: 0 });
    for (const key of ['c', 'd', 'e', 'f', 'l']) await mail(key, 2);
    expect(await check('mail_reports')).toMatchObject({ state: 'wrong', missed: 5 });

    // A later report shows that the webhook works. Mails of the last hour may still be without a report.
    await report('f');
    expect(await check('mail_reports')).toMatchObject({ state: 'ok' });
    for (const key of ['g', 'h', 'i', 'j', 'k']) await mail(key, 0);
    expect(await check('mail_reports')).toMatchObject({ state: 'ok' });
  });

  test('webhooks of Sanity are wrong if the comparison found a publication first', async () => {
    await db.sql`insert into public.publications (document_id, revision, updated_at) values ('a', '1', now())`;
    expect(await check('publish_events')).toMatchObject({ state: 'ok' });
    await db.sql`update public.publications set found_by_sweep = true`;
    expect(await check('publish_events')).toMatchObject({ state: 'wrong', missed: 1 });
  });
});

test('content is wrong if it is not compared, or refused for an hour', async () => {
  await db.sql`insert into public.sweeps (name, done_at) values ('revisions', now())`;
  expect(await check('content')).toMatchObject({ state: 'ok' });
  await db.sql`update public.publications set checkout = 'refused', problem = 'No price.'`;
  expect(await check('content')).toMatchObject({ state: 'ok' });
  await db.sql`update public.publications set published_at = now() - interval '61 minutes'`;
  expect(await check('content')).toMatchObject({ state: 'wrong', missed: 1 });
  await db.sql`delete from public.publications`;
  await db.sql`update public.sweeps set done_at = now() - interval '11 minutes'`;
  expect(await check('content')).toMatchObject({ state: 'wrong', missed: 0 });
});

describe('the heartbeat', () => {
  const uptime = async () =>
    (await rpc<{ uptime: Record<string, unknown> }>(db, service, 'get_system_health')).uptime;
  test('tells a clock that is wrong by more than five seconds', async () => {
    await beat();
    expect(await check('clock')).toMatchObject({ state: 'ok' });
    await beat(new Date(Date.now() + 9000));
    expect(await check('clock')).toMatchObject({ state: 'wrong' });
    await beat(new Date(Date.now() - 9000));
    expect(await check('clock')).toMatchObject({ state: 'wrong' });
    await beat(new Date('9999-01-01'));
    expect(await check('clock')).toMatchObject({ state: 'wrong' });
    await beat();
  });

  test('leaves an outage if it has not come for more than three minutes', async () => {
    await db.sql`update public.heartbeat set first_at = now() - interval '10 hours', last_at = now() - interval '170 seconds'`;
    expect(await beat()).toEqual({ out_seconds: null });
    expect(await uptime()).toMatchObject({ percent: 100, outages: [] });
    await db.sql`update public.heartbeat set last_at = now() - interval '1 hour'`;
    // The outage is already shown while it lasts.
    expect(await uptime()).toMatchObject({ percent: 90, outages: [{}] });
    expect(await beat()).toEqual({ out_seconds: 3600 });
    expect(await uptime()).toMatchObject({ percent: 90, out_seconds: 3600, outages: [{}] });
  });
});

test.each<[what: string, name: string, doing: string, undoing: string]>([
  [
    'a table without row level security',
    'tasks',
    'alter table public.tasks disable row level security',
    'alter table public.tasks enable row level security',
  ],
  [
    'a table that visitors may write',
    'tasks',
    'grant insert on public.tasks to anon',
    'revoke insert on public.tasks from anon',
  ],
  [
    'a view with its owner’s rights',
    'open_view',
    'create view public.open_view as select 1 as one',
    'drop view public.open_view',
  ],
  [
    'a definer function with the caller’s search path',
    'open_call',
    "create function public.open_call() returns integer language sql security definer as 'select 1'",
    'drop function public.open_call()',
  ],
])('%s is named', async (_what, name, doing, undoing) => {
  await db.sql.unsafe(doing);
  expect(await check('row_security')).toEqual({ name: 'row_security', state: 'wrong', names: [name] });
  await db.sql.unsafe(undoing);
  expect(await check('row_security')).toMatchObject({ state: 'ok' });
});

describe('a report of doctor', () => {
  const save = (findings: unknown) => rpc(db, service, 'save_doctor_report', { p_findings: findings });
  const finding = (id: string, state: string, more = {}) => ({
    id,
    state,
    topic: 'Supabase',
    what: 'Choose a plan.',
    says: 'There is no backup.',
    ...more,
  });

  test('replaces the one before, shows what is not right, and names no account', async () => {
    await save([finding('old', 'wrong')]);
    await save([
      finding('backups', 'missing', { parents: 'Bookings are lost.', fix: 'Choose Pro.' }),
      finding('timer', 'ok'),
      finding('admin-factors', 'wrong', {
        topic: 'staff',
        says: 'Without a second factor: owner@otter.test.',
      }),
    ]);
    const { doctor } = await checks();
    expect(doctor).toMatchObject({
      ok: 1,
      findings: [
        {
          id: 'backups',
          state: 'missing',
          says: 'There is no backup.',
          parents: 'Bookings are lost.',
          fix: 'Choose Pro.',
        },
        { id: 'admin-factors', state: 'wrong', says: null },
      ],
    });
    expect(doctor.at).not.toBeNull();
    const [stored] = await db.sql<
      { all: string }[]
    >`select jsonb_agg(f)::text as all from public.doctor_findings f`;
    expect(stored?.all).not.toContain('owner@otter.test');
  });

  test.each([
    ['nothing', null],
    ['no findings', []],
    ['an unknown state', [finding('timer', 'fine')]],
    ['a step without a name', [{ ...finding('timer', 'ok'), id: undefined }]],
    ['too many', Array.from({ length: 201 }, (_, i) => finding(`a-${'b'.repeat(i % 9)}`, 'ok'))],
  ])('of %s is refused, and the last one stays', async (_what, findings) => {
    expect(await refusal(save(findings))).toMatchObject({ code: 'invalid_input', field: 'p_findings' });
    expect((await checks()).doctor.ok).toBe(1);
  });
});
