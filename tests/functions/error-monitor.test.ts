import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '#server/db.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { errorReport } from '#support/sql-leads.ts';
import { stopCalendar } from '#support/sql.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
});
afterAll(() => world.stop());
afterEach(() => void (world.deps.db = db));

const chores = () => world.call('error-monitor/maintenance', '', maintenanceHeaders);
const failCall = (name: string): Db => ({
  ...db,
  rpc: (called, args) => (called === name ? Promise.reject(new Error('down')) : db.rpc(called, args)),
});

describe('health', () => {
  test('is answered for a null body and for GET', async () => {
    expect(await world.call('error-monitor', 'null')).toEqual({ status: 200, body: { status: 'healthy' } });
    const response = await fetch(`${world.url}/error-monitor`);
    expect(await response.json()).toEqual({ status: 'healthy' });
  });

  test('is degraded without a database', async () => {
    world.deps.db = failCall('get_session_availability_with_enrollments');
    expect((await world.call('error-monitor', 'null')).body).toEqual({ status: 'degraded' });
  });
});

describe('a report', () => {
  const rows = () => world.database.sql`select message, url from error_reports`;
  const post = (body: unknown, headers: HeadersInit = {}) => world.call('error-monitor', body, headers);
  beforeEach(() => world.database.sql`truncate error_reports, error_fixes, rate_limits`);

  test('is stored as a row, and answered with the state of health', async () => {
    expect(await post({ ...errorReport, form: 'Kai Tan' })).toEqual({
      status: 200,
      body: { status: 'healthy' },
    });
    expect([...(await rows())]).toEqual([
      { message: errorReport.message, url: 'https://otter.test/checkout' },
    ]);
    const [row] = await world.database.sql<
      { row: string }[]
    >`select to_jsonb(e)::text as row from error_reports e`;
    expect(row?.row).not.toContain('Kai');
  });

  test.each<[what: string, body: unknown, status: number]>([
    ['half of JSON', JSON.stringify(errorReport).slice(0, -1), 400],
    ['a list', [errorReport], 400],
    ['a text', '"x is not a function"', 400],
    ['no type', { ...errorReport, error_type: undefined }, 400],
    ['an unknown type', { ...errorReport, error_type: 'OTHER' }, 400],
    ['no message', { ...errorReport, message: ' ' }, 400],
    ['a message that is not a text', { ...errorReport, message: { text: 'x' } }, 400],
    ['more than 64 KB', { ...errorReport, stack: 'x'.repeat(64 * 1024) }, 413],
  ])('of %s is refused, and nothing is stored', async (_, body, status) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status, body: { code: 'invalid_input' } });
    expect(await rows()).toHaveLength(0);
  });

  test('that claims to be longer than allowed is not read', async () => {
    const answer = await post(errorReport, { 'content-length': String(64 * 1024 + 1) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'invalid_input' } });
    expect(await rows()).toHaveLength(0);
  });
});

describe('a report of doctor', () => {
  const finding = {
    id: 'backups',
    topic: 'Supabase',
    state: 'missing',
    what: 'Choose a plan.',
    says: 'None.',
  };
  const send = (body: unknown, headers: HeadersInit = maintenanceHeaders) =>
    world.call('error-monitor/doctor', body, headers);
  const readFindings = () => world.database.sql`select step, state, says from doctor_findings`;

  test('is saved for the holder of the secret', async () => {
    expect(await send({ findings: [finding] })).toEqual({ status: 200, body: { saved: 1 } });
    expect(await readFindings()).toEqual([{ step: 'backups', state: 'missing', says: 'None.' }]);
  });

  test.each<[who: string, headers: HeadersInit]>([
    ['nobody', {}],
    ['a wrong secret', { authorization: 'Bearer maintenance-secreT' }],
  ])('of %s is refused, and the last one stays', async (_who, headers) => {
    expect(await send({ findings: [{ ...finding, state: 'ok' }] }, headers)).toMatchObject({ status: 401 });
    expect(await readFindings()).toHaveLength(1);
  });

  test.each<[what: string, body: unknown]>([
    ['no JSON', '{'],
    ['no findings', { findings: [] }],
    ['a state that does not exist', { findings: [{ ...finding, state: 'fine' }] }],
  ])('with %s is refused', async (_what, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});

describe('the chores', () => {
  test.each([
    ['nobody', {}],
    ['a wrong secret', { authorization: 'Bearer maintenance-secreT' }],
    ['half a secret', { authorization: 'Bearer maintenance' }],
    ['nothing', { authorization: 'Bearer ' }],
  ])('do not run for %s', async (_name, headers) => {
    const answer = await world.call('error-monitor/maintenance', '', headers);
    expect(answer).toEqual({ status: 401, body: { code: 'unauthorized' } });
  });

  test('release lapsed holds and create next weekend’s sessions, however often they run', async () => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    await world.shop.expireHold(order);
    // Another task of the maintenance plans later weekends.
    await world.database.sql`update public.settings set weekends_planned = 1`;
    expect(await chores()).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        chores: { release_holds: { ok: true, result: { released: 1 } }, outbox: { ok: true } },
      },
    });
    expect(await world.shop.readOrder(order)).toMatchObject({ status: 'expired' });
    // The calendar is set to a Monday, because on a Sunday evening no class of the weekend is left to create.
    const { sql } = world.database;
    const [templates] = await sql<
      { n: number }[]
    >`select count(*)::int as n from session_templates where active`;
    const [monday] = await sql<{ moment: string }[]>`
      select date_trunc('week', now() at time zone 'Asia/Singapore') + interval '7 days 10 hours' || '+08:00' as moment`;
    await stopCalendar(world.database, monday?.moment ?? '');
    const runChores = async () => (await chores()).body;
    expect(await runChores()).toMatchObject({
      chores: { weekend_sessions: { ok: true, result: templates?.n } },
    });
    expect(await runChores()).toMatchObject({ chores: { weekend_sessions: { ok: true, result: 0 } } });
  });

  test('release the spot of an unpaid session whose expiry was never reported', async () => {
    const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    await world.call('create-checkout', {
      secret: order.secret,
      expected_total_cents: 69_700,
      details: checkoutDetails,
    });
    await world.payments.hold();
    const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open' });
    await world.deps.stripe.checkout.sessions.expire(data[0]?.id ?? '');
    await world.shop.ageAttempts(order);
    expect((await chores()).body).toMatchObject({ chores: { reconcile: { result: { lapsed: 1 } } } });
    expect(await world.shop.readOrder(order)).toMatchObject({ status: 'expired' });
    await world.payments.release();
    await world.waitForWork();
  });

  test.each([
    ['reconcile', 'list_pending_orders'],
    ['renewals', 'list_renewal_work'],
    ['release_holds', 'release_lapsed_holds'],
    ['weekend_sessions', 'ensure_next_weekend_funstart_sessions'],
    ['later_weekends', 'plan_weekends'],
    ['refunds', 'claim_refunds'],
    ['expiry_reminders', 'queue_expiry_reminders'],
    ['session_reminders', 'queue_session_reminders'],
    ['instalment_reminders', 'queue_instalment_reminders'],
    ['instalment_sessions', 'list_instalment_sessions'],
    ['lapsed_instalments', 'lapse_instalments'],
    ['party_answers', 'queue_party_answers'],
    ['lost_links', 'queue_lost_links'],
    ['leads', 'join_leads'],
    ['outbox', 'claim_outbox'],
    ['lost_mails', 'report_lost_mails'],
    ['photos', 'list_dropped_photos'],
  ])('go on when %s fails', async (chore, call) => {
    world.deps.db = failCall(call);
    const { status, body } = await chores();
    const done = Object.entries(body['chores'] as Record<string, { ok: boolean }>);
    expect(status).toBe(500);
    expect(done.length).toBeGreaterThan(1);
    expect(done.filter(([, { ok }]) => !ok).map(([name]) => name)).toEqual([chore]);
  });

  test('purge each retention class once in ten minutes', async () => {
    await world.database.sql`delete from rate_limits`;
    const results = [await chores(), await chores()].map(
      ({ body }) => (body as { chores: { purge: { ok: boolean; result: unknown } } }).chores.purge,
    );
    expect(results).toMatchObject([
      { ok: true, result: { lapsed_orders: 0 } },
      { ok: true, result: null },
    ]);
  });

  test('go on after an order that Stripe does not know', async () => {
    const first = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const second = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    for (const { secret } of [first, second]) {
      await world.call('create-checkout', { secret, expected_total_cents: 69_700, details: checkoutDetails });
    }
    await world.database.sql`update checkout_attempts set session_id = 'cs_lost'
      where order_id = ${(await world.shop.readOrder(first)).id}`;
    await world.payments.hold();
    const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open' });
    const open = data.find(({ metadata }) => metadata?.order_number === second.number);
    await world.deps.stripe.checkout.sessions.expire(open?.id ?? '');
    await world.shop.ageAttempts(first);
    await world.shop.ageAttempts(second);
    expect((await chores()).body).toMatchObject({
      chores: { reconcile: { result: { lapsed: 1, failed: 1 } } },
    });
    await world.payments.release();
  });
});
