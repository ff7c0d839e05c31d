/**
 * Makes doctor's trial booking of S$0.50 with the real functions and database, and checks that nothing is left of it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openKeyStore } from '#scripts/launch/key-store.ts';
import { trialBooking } from '#scripts/launch/trial-booking.ts';
import type { Context } from '#scripts/launch/context.ts';
import { isTrial, trialMailbox } from '#server/trial.ts';
import { createWorld, maintenanceHeaders, type World } from '#support/functions.ts';
import { supabaseApi } from '#support/hosted/supabase.ts';
import { createEmptyWorld, projectRef, typedKeys } from '#support/hosted/world.ts';
import { pay } from '#support/payments.ts';
import { countRows as countTableRows, rpc, visitor } from '#support/sql.ts';

let world: World;
let management: Hono;
beforeAll(async () => {
  world = await createWorld({ STRIPE_SECRET_KEY: typedKeys.STRIPE_SECRET_KEY });
  const hosted = createEmptyWorld(world.database);
  hosted.supabase.projects.push({
    ref: projectRef,
    name: 'otter',
    region: 'ap-southeast-1',
    status: 'ACTIVE_HEALTHY',
  });
  hosted.supabase.apiKeys.push({ name: 'default', type: 'publishable', api_key: 'sb_publishable_x' });
  management = supabaseApi(hosted);
});
afterAll(() => world.stop());

const addressOf = (input: string | URL | Request) => new URL(input instanceof Request ? input.url : input);

/**
 * Sends each call to the simulation of its service, which is Stripe's test mode, the functions,
 * PostgREST or the Management API.
 */
const reach: typeof fetch = async (input, init) => {
  const url = addressOf(input);
  if (url.host === 'api.supabase.com') return await management.request(url.href, init);
  if (url.pathname.startsWith('/functions/v1/'))
    return await fetch(`${world.url}${url.pathname.replace('/functions/v1', '')}`, init);
  if (url.pathname.startsWith('/rest/v1/rpc/')) {
    const args = JSON.parse(init?.body as string) as Record<string, unknown>;
    return Response.json(await rpc(world.database, visitor, url.pathname.slice(13), args));
  }
  const [, session] = /^\/v1\/payment_pages\/(cs_\w+)\/confirm$/.exec(url.pathname) ?? [];
  if (session !== undefined) {
    const { url: page } = await world.deps.stripe.checkout.sessions.retrieve(session);
    await pay(page ?? '', { fetch: world.payments.fetch, method: 'card' });
    return Response.json({ id: session, status: 'complete' });
  }
  if (url.pathname === '/v1/payment_methods') return Response.json({ id: 'pm_1', object: 'payment_method' });
  return await world.payments.fetch(url.href, init);
};

function context(more: Partial<Context> = {}, keys: Record<string, string> = {}): Context {
  const XDG_CONFIG_HOME = mkdtempSync(path.join(tmpdir(), 'trial-'));
  return {
    environment: 'staging',
    keys: openKeyStore('staging', {
      XDG_CONFIG_HOME,
      ...typedKeys,
      SUPABASE_PROJECT_REF: projectRef,
      ...keys,
    }),
    fetch: reach,
    resolveTxt: () => Promise.resolve([]),
    // This replaces the timer, which runs during the trial.
    pause: async () => {
      await world.waitForWork();
      await world.call('error-monitor/maintenance', '', maintenanceHeaders);
    },
    now: () => new Date(),
    functions: () => Promise.resolve([]),
    tell: () => undefined,
    ...more,
  };
}

/** Returns the number of rows of each table, without tables that count calls and chores. */
async function countRows(): Promise<Record<string, number>> {
  const { sql } = world.database;
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const passing =
    /^(chores|call_counts|heartbeat|outages|rate_limits|outbox_pace|sweeps|system_logs|purge_positions|rebuild_\w+|alerts|publications|invoice_counter)$/;
  const [given] = await sql<{ invoices: number; refund_notes: number }[]>`
    select coalesce(max(invoices), 0) as invoices, coalesce(max(refund_notes), 0) as refund_notes from invoice_counter`;
  const counts: Record<string, number> = { ...given };
  for (const { name } of tables)
    if (!passing.test(name)) counts[name] = await countTableRows(world.database, name);
  return counts;
}
const report = async () => {
  const [row] = await world.database.sql<{ report: unknown }[]>`
    select jsonb_build_array(private.report_reconciled('-infinity', 'infinity'), private.report_revenue('-infinity', 'infinity')) as report`;
  return row?.report;
};

test('a place is booked, paid, mailed, refunded and free again, and nothing of it is left in a table or report', async () => {
  await context().pause(0);
  const [before, reported] = [await countRows(), await report()];
  const finding = await trialBooking.check(context());
  expect(finding).toMatchObject({ state: 'ok' });
  expect(world.mail.delivered.map(({ to }) => to)).toContainEqual(
    expect.stringMatching(/^delivered\+doctor-.+@resend\.dev$/),
  );
  await world.waitForWork();
  expect(await countRows()).toEqual(before);
  expect(await report()).toEqual(reported);

  // Stripe still lists the refund of the trial. The hourly comparison must not ask staff about an order that no longer
  // exists.
  const looks = vi.spyOn(world.deps.stripe.refunds, 'list');
  await world.database.sql`delete from public.sweeps where name = 'stripe'`;
  await context().pause(0);
  expect(looks).toHaveBeenCalled();
  looks.mockRestore();
  expect(await countRows()).toEqual(before);
});

test.each([
  ['its own', { livemode: false, customer_email: trialMailbox(`doctor-${randomUUID()}`) }, true],
  ['one with live money', { livemode: true, customer_email: trialMailbox(`doctor-${randomUUID()}`) }, false],
  ['one of a parent', { livemode: false, customer_email: 'mei@example.com' }, false],
  ['one by link', { livemode: false, customer_email: null }, false],
])('which session is a trial: %s', (_, session, expected) => {
  expect(isTrial(session as Parameters<typeof isTrial>[0])).toBe(expected);
});

test('another family’s booking of the same time is not touched', async () => {
  const offer = await world.shop.makeOffer();
  const order = await world.shop.hold(offer, await world.shop.makeSession());
  expect(await trialBooking.check(context())).toMatchObject({ state: 'ok' });
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'held' });
});

test.each<[what: string, broken: (url: URL) => boolean, says: RegExp]>([
  ['the hold', ({ pathname }) => pathname.endsWith('/hold_order'), /hold_order answered 500/],
  [
    'the payment page',
    ({ pathname }) => pathname.endsWith('/create-checkout'),
    /create-checkout answered 500/,
  ],
  ['the refund', ({ pathname }) => pathname.endsWith('/cancel_lines'), /cancel_lines answered 500/],
])('if %s fails, it is named, and nothing is left either', async (_what, isBroken, says) => {
  const before = await countRows();
  const fetch: typeof globalThis.fetch = (input, init) =>
    isBroken(addressOf(input)) ? Promise.resolve(new Response('down', { status: 500 })) : reach(input, init);
  await expect(trialBooking.check(context({ fetch }))).rejects.toThrow(says);
  expect(await countRows()).toEqual(before);
});

test('a payment that no booking follows is named', async () => {
  const fetch: typeof globalThis.fetch = (input, init) =>
    addressOf(input).pathname.endsWith('/confirm') ? Promise.resolve(Response.json({})) : reach(input, init);
  const pause = () => Promise.resolve();
  expect(await trialBooking.check(context({ fetch, pause }))).toMatchObject({
    state: 'wrong',
    says: 'The payment was made, but no booking followed within three minutes.',
  });
});

test('what an interrupted run has left is removed by the next one', async () => {
  const before = await countRows();
  const { sql } = world.database;
  await sql`insert into offers (id, kind, title, price_cents, currency, revision, details, updated_at)
    values ('doctor-left', 'pass', 'Left', 50, 'SGD', 'r', '{"pass_id": "x", "sessions": 1, "validity_days": 9, "checkout_type": "term-pass"}', now())`;
  expect(await trialBooking.check(context())).toMatchObject({ state: 'ok' });
  expect(await countRows()).toEqual(before);
});

test.each<[what: string, more: Partial<Context>]>([
  ['in production', { environment: 'production' }],
  [
    'with a live key',
    {
      keys: {
        ...context().keys,
        get: (name) =>
          name === 'STRIPE_SECRET_KEY' ? `sk_live_${'s'.repeat(24)}` : context().keys.get(name),
      },
    },
  ],
])('%s it calls nobody', async (_what, more) => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  expect(await trialBooking.check(context({ fetch, ...more }))).toMatchObject({ state: 'unknown' });
  expect(fetch).not.toHaveBeenCalled();
});
