/**
 * Tests that staff get one mail when a value passes its threshold and one mail when the alert ends, however often it
 * changes in between.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createShop } from '#support/functions-shop.ts';
import { countRows, makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await db.sql`update public.settings set staff_email = 'team@otter.test'`;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.alerts, public.call_counts, public.chores, public.site_builds, public.outbox, public.error_reports,
    public.publications cascade`;
  await db.sql`delete from public.payment_events`;
  await db.sql`delete from public.holds`;
  await db.sql`delete from public.system_logs where component = 'reconciliation'`;
});

interface Looked {
  ran: boolean;
  began: string[];
  ended: string[];
  open: string[];
}
const checkAlerts = () => rpc<Looked>(db, service, 'check_alerts');
/** Replaces all counts of a kind, because a minute may end between two calls. */
const note = (failed: number, ok: number, kind = 'booking', lag = 0) =>
  db.sql`with earlier as (delete from public.call_counts where kind = ${kind} and minute < date_trunc('minute', clock_timestamp()))
    insert into public.call_counts (kind, minute, ok, failed, most_lag_ms)
    values (${kind}, date_trunc('minute', clock_timestamp()), ${ok}, ${failed}, ${lag})
    on conflict (kind, minute) do update set ok = excluded.ok, failed = excluded.failed`;
const mails = () => db.sql<{ template: string; recipient: string; kind: string }[]>`
  select template, recipient, payload ->> 'kind' as kind from public.outbox where template like 'alert%' order by created_at, template`;
const mail = (key: string, seconds: number, attempts = 0) =>
  db.sql`insert into public.outbox (key, template, recipient, payload, attempts, created_at)
    values (${key}, 'order_link', 'mei@example.test', '{}', ${attempts}, clock_timestamp() - make_interval(secs => ${seconds}))`;
/** Pretends that every fault was last seen this many minutes earlier. */
const makeFaultsOlder = (minutes: number) =>
  db.sql`update public.alerts set bad_at = bad_at - make_interval(mins => ${minutes})`;
const build = (state: string, minutes = 0) =>
  db.sql`insert into public.site_builds (build, state, reason, started_at, finished_at)
    values (${randomUUID()}, ${state}, ${state === 'failed' ? 'No price.' : null}, clock_timestamp() - make_interval(mins => ${minutes}),
      ${state === 'building' ? null : new Date().toISOString()})`;

describe('each threshold', () => {
  const addPayment = async (minutes: number, hasEvent: boolean) => {
    const [payment] = await db.sql<{ id: string }[]>`
      insert into public.payments (payment_intent, amount_cents, currency) values (${`pi_${randomUUID()}`}, 100, 'SGD') returning id`;
    const event = (
      type: string,
    ) => db.sql`insert into public.payment_events (event_id, event_type, payment_id, created_at)
      values (${randomUUID()}, ${type}, ${payment?.id ?? ''}, clock_timestamp() - make_interval(mins => ${minutes}))`;
    await event('check_payment');
    if (hasEvent) await event('checkout.session.completed');
  };
  const books = (details: object) => db.sql`
    insert into public.system_logs (component, message, details) values ('reconciliation', 'Looked.', ${db.sql.json(details as never)})`;
  const hold = async (seconds: number) => {
    const store = createShop(db);
    await store.hold(await store.makeOffer(), await store.makeSession());
    await db.sql`update public.holds set expires_at = clock_timestamp() - make_interval(secs => ${seconds})`;
  };
  const chore = (seconds: number) => db.sql`insert into public.chores (name, began_at, done_at)
    values ('outbox', now(), clock_timestamp() - make_interval(secs => ${seconds}))`;

  const makeReturnedMails = async (bounced: number, sent: number, complained = 0) => {
    await note(0, sent, 'mail');
    await db.sql`insert into public.outbox (key, template, recipient, payload, sent_at, bounced_at, complained_at)
      select n::text, 'order_link', n || '@example.test', '{}', now(), case when n <= ${bounced} then now() end,
        case when n > ${bounced} then now() end
      from generate_series(1, ${bounced + complained}::integer) n`;
  };
  const blankPages = (count: number, minutes = 1) => db.sql`
    insert into public.error_reports (error_type, message, cause, fingerprint, has_blank_screen, created_at)
    select 'RUNTIME_ERROR', 'x', 'x', n::text, true, now() - make_interval(mins => ${minutes})
    from generate_series(1, ${count}::integer) n`;
  const makeRefusedContent = (minutes: number) => db.sql`
    insert into public.publications (document_id, revision, updated_at, checkout, problem, published_at)
    values ('a', '1', now(), 'refused', 'No price.', now() - make_interval(mins => ${minutes}))`;

  test.each<[kind: string | null, what: string, make: () => Promise<unknown>]>([
    [null, 'nothing', () => Promise.resolve()],
    [null, '5% of bookings fail', () => note(5, 95)],
    ['bookings_failing', 'more than 5% of bookings fail', () => note(6, 94)],
    [null, 'one of one fails', () => note(1, 0)],
    ['bookings_failing', 'two of two fail', () => note(2, 0)],
    [
      null,
      'they failed more than two minutes ago',
      async () => {
        await note(50, 0);
        await db.sql`update public.call_counts set minute = minute - interval '4 minutes'`;
      },
    ],
    [null, 'a mail waits for 299 seconds', () => mail('a', 299)],
    ['outbox_late', 'a mail waits for longer than 5 minutes', () => mail('a', 301)],
    ['outbox_late', 'a mail fails, and none arrives', () => mail('a', 301, 3)],
    [
      null,
      'a mail fails while others arrive',
      async () => {
        await mail('a', 301, 3);
        await note(3, 1, 'mail');
      },
    ],
    [
      null,
      'a mail was given up',
      async () => {
        await mail('a', 9999, 24);
        await db.sql`update public.outbox set failed_at = now()`;
      },
    ],
    [null, 'an event came 299 s late', () => note(0, 1, 'webhook', 299_999)],
    ['webhook_late', 'an event came more than 5 minutes late', () => note(0, 1, 'webhook', 301_000)],
    [null, 'a payment was found by asking just now', () => addPayment(4, false)],
    ['webhook_late', 'of a payment found by asking no event has told', () => addPayment(6, false)],
    [null, 'the event of it has come', () => addPayment(6, true)],
    [null, 'a hold is over for 299 s', () => hold(299)],
    ['holds_late', 'a hold is not cleared away for more than 5 minutes', () => hold(301)],
    [null, 'the books are in order', () => books({})],
    ['books_discrepancies', 'the books have a discrepancy', () => books({ order_paid_twice: 1 })],
    [
      null,
      'the books are still being looked through',
      () => books({ goes_on_after: randomUUID(), discrepancies: { a: 1 } }),
    ],
    [null, 'a build has gone well', () => build('built')],
    ['build_failed', 'a build failed', () => build('failed')],
    [null, 'a build runs', () => build('building', 19)],
    ['build_failed', 'a build does not end', () => build('building', 21)],
    [
      null,
      'a build failed and the next went well',
      async () => {
        await build('failed', 5);
        await build('built', 1);
      },
    ],
    [null, '3 of 60 mails came back', () => makeReturnedMails(3, 60)],
    ['mails_returned', '4 of 60 mails came back', () => makeReturnedMails(4, 60)],
    ['mails_returned', 'every mail was marked as spam', () => makeReturnedMails(0, 3, 3)],
    [null, 'both of two mails came back, which is no pattern yet', () => makeReturnedMails(2, 2)],
    [null, '5 empty pages', () => blankPages(5)],
    ['blank_screens', '6 empty pages within ten minutes', () => blankPages(6)],
    [null, '6 empty pages, longer ago', () => blankPages(6, 11)],
    [null, 'the checkout has refused a document for 59 minutes', () => makeRefusedContent(59)],
    ['content_refused', 'the checkout has refused a document for an hour', () => makeRefusedContent(61)],
    [null, 'a chore was done 299 s ago', () => chore(299)],
    ['chores_late', 'a chore was not done for longer than 5 minutes', () => chore(301)],
  ])('%s: %s', async (kind, _, make) => {
    await make();
    expect((await checkAlerts()).open).toEqual(kind === null ? [] : [kind]);
    expect((await mails()).map((one) => one.kind)).toEqual(kind === null ? [] : [kind]);
  });
});

test('an alert sends one mail when it starts and one when it ends', async () => {
  await note(10, 10);
  expect(await checkAlerts()).toEqual({
    ran: true,
    began: ['bookings_failing'],
    ended: [],
    open: ['bookings_failing'],
  });
  await note(16, 4);
  expect(await checkAlerts()).toMatchObject({ began: [], open: ['bookings_failing'] });
  const [alert] = await db.sql`select value from public.alerts`;
  expect(alert).toEqual({ value: 80 });
  await note(0, 20);
  // The value is below its threshold again, but not for long enough to end the alert.
  expect(await checkAlerts()).toMatchObject({ ended: [], open: ['bookings_failing'] });
  await note(16, 4);
  await checkAlerts();
  await note(0, 20);
  await makeFaultsOlder(11);
  expect(await checkAlerts()).toMatchObject({ ended: ['bookings_failing'], open: [] });
  expect(await checkAlerts()).toMatchObject({ began: [], ended: [], open: [] });
  expect([...(await mails())]).toEqual([
    { template: 'alert_began', recipient: 'team@otter.test', kind: 'bookings_failing' },
    { template: 'alert_ended', recipient: 'team@otter.test', kind: 'bookings_failing' },
  ]);
});

test('a fault that comes and goes every minute for an hour sends two mails', async () => {
  for (let minute = 0; minute < 60; minute++) {
    await note(minute % 2 === 0 ? 10 : 0, 10);
    await checkAlerts();
    await makeFaultsOlder(1);
  }
  await note(0, 10);
  await makeFaultsOlder(11);
  await checkAlerts();
  expect(await mails()).toHaveLength(2);
});

test('checks at the same time open one alert for each fault', async () => {
  await note(10, 0);
  await build('failed');
  const looks = await Promise.all(Array.from({ length: 10 }, checkAlerts));
  expect(looks.filter(({ ran }) => ran).length).toBeGreaterThan(0);
  expect(await countRows(db, 'alerts')).toBe(2);
  expect(await mails()).toHaveLength(2);
});

test('control: the table itself allows only one open alert of a kind', async () => {
  const insert = () =>
    db.sql`insert into public.alerts (kind, value, threshold) values ('books_discrepancies', 1, 0)`;
  await insert();
  expect(await sqlState(insert())).toBe('23505');
  await db.sql`update public.alerts set ended_at = now()`;
  expect(await sqlState(insert())).toBeNull();
});

test('without a staff address, the alert is shown only on the page', async () => {
  await db.sql`update public.settings set staff_email = null`;
  await build('failed');
  expect(await checkAlerts()).toMatchObject({ open: ['build_failed'] });
  expect(await mails()).toHaveLength(0);
  await db.sql`update public.settings set staff_email = 'team@otter.test'`;
});

test.each<[name: string, args: Record<string, unknown>]>([
  ['check_alerts', {}],
  ['note_call', { p_kind: 'booking', p_failed: true }],
])('only the service can call %s', async (name, args) => {
  const sub = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  for (const who of [visitor, { role: 'authenticated', sub } as const])
    expect(await sqlState(rpc(db, who, name, args))).toBe('42501');
});

test('calls are counted by the minute, and old minutes are deleted', async () => {
  const call = (p_kind: string, p_failed: boolean, p_lag_ms = 0) =>
    rpc(db, service, 'note_call', { p_kind, p_failed, p_lag_ms });
  await db.sql`insert into public.call_counts (kind, minute) values ('booking', now() - interval '3 days')`;
  await Promise.all(Array.from({ length: 20 }, (_, n) => call('webhook', n < 3, n * 100)));
  const rows =
    await db.sql`select kind, sum(ok) as ok, sum(failed) as failed, max(most_lag_ms) as lag from public.call_counts group by kind`;
  expect([...rows]).toEqual([{ kind: 'webhook', ok: 17, failed: 3, lag: 1900 }]);
  expect(await refusal(call('mail', true))).toMatchObject({ field: 'p_kind' });
});
