/**
 * Once an hour the maintenance reads from Stripe and the content lake what no webhook reported (decisions "Sweeps").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepContent } from '#functions/error-monitor/sweep-content.ts';
import { sweepStripe } from '#functions/error-monitor/sweep-stripe.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';
import { withConfirmedPrices, makePassDocument } from '#support/sanity-passes.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.waitForWork();
  await world.database.sql`delete from sweeps`;
});

/** Pays an order and returns the id of its charge. */
async function buy(): Promise<string> {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  const [row] = await world.database.sql`
    select payment_intent as intent from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
  return row?.['intent'] as string;
}
const readDecisions = async (intent: string) =>
  (
    await world.database.sql<{ kind: string }[]>`
      select d.kind from payment_decisions d join payments p on p.id = d.payment_id
      where p.payment_intent = ${intent} and d.status = 'open'`
  ).map(({ kind }) => kind);

describe('the hourly sweep of Stripe', () => {
  test('shows staff a refund and a dispute whose webhooks were lost', async () => {
    const [refunded, disputed] = [await buy(), await buy()];
    await world.payments.hold();
    await world.deps.stripe.refunds.create({ payment_intent: refunded, amount: 500 });
    await world.payments.dispute(disputed);
    expect([await readDecisions(refunded), await readDecisions(disputed)]).toEqual([[], []]);
    expect(await sweepStripe(world.deps)).toMatchObject({ failed: 0, done: true });
    expect([await readDecisions(refunded), await readDecisions(disputed)]).toEqual([
      ['external_refund'],
      ['disputed'],
    ]);
    // The comparison does not run again within the hour, and then writes nothing twice.
    expect(await sweepStripe(world.deps)).toBeNull();
    await world.database.sql`update sweeps set done_at = now() - interval '1 hour'`;
    await sweepStripe(world.deps);
    const rows = await world.database.sql`
      select r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id where p.payment_intent = ${refunded}`;
    expect(rows).toEqual([{ cents: 500 }]);
    await world.payments.release();
    await world.waitForWork();
  });

  test('reads the state of an older refund whose event never arrived', async () => {
    const intent = await buy();
    const { id } = await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 700 });
    await world.waitForWork();
    await world.payments.hold();
    await world.payments.failRefund(id, 'expired_or_canceled_card');
    // The refund is older than the period that is listed.
    const { stripe } = world.deps;
    const retrievedIds: string[] = [];
    const deps = {
      ...world.deps,
      stripe: new Proxy(stripe, {
        get: (target, key) => {
          if (key !== 'refunds') return Reflect.get(target, key) as unknown;
          return Object.assign(Object.create(target.refunds) as typeof target.refunds, {
            list: () => Promise.resolve({ data: [], has_more: false }),
            retrieve: (name: string) => (retrievedIds.push(name), target.refunds.retrieve(name)),
          });
        },
      }),
    };
    expect(await sweepStripe(deps)).toMatchObject({ failed: 0, done: true });
    expect(retrievedIds).toContain(id);
    const [row] = await world.database.sql`select status from refunds where provider_refund_id = ${id}`;
    expect(row).toEqual({ status: 'failed' });
    await world.payments.release();
    await world.waitForWork();
  });

  test('shows staff an object that cannot be stored, and does not stop at it', async () => {
    const intent = await buy();
    await world.payments.hold();
    const failingRefund = await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 300 });
    const otherRefund = await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 200 });
    const { db } = world.deps;
    const broken = {
      ...world.deps,
      db: {
        ...db,
        rpc: (name: string, args: object) =>
          JSON.stringify(args).includes(failingRefund.id) && name === 'record_external_refund'
            ? Promise.reject(new Error('no'))
            : db.rpc(name as 'record_external_refund', args as never),
      } as typeof db,
    };
    // The refund fails, and so do the events that name it.
    const outcome = await sweepStripe(broken);
    expect(outcome).toMatchObject({ done: true });
    expect(outcome?.failed).toBeGreaterThan(0);
    const storedRefunds = await world.database.sql`
      select provider_refund_id as id from refunds where provider_refund_id in (${failingRefund.id}, ${otherRefund.id})`;
    expect(storedRefunds).toEqual([{ id: otherRefund.id }]);
    const readTrouble = () => world.database.sql`
      select details ->> 'subject' as subject from private.discrepancies('{not_taken_over}')`;
    expect(await readTrouble()).toContainEqual({ subject: failingRefund.id });
    expect(await readTrouble()).not.toContainEqual({ subject: otherRefund.id });
    // The next comparison that can store the refund resolves the discrepancy.
    await world.database.sql`delete from sweeps`;
    await sweepStripe(world.deps);
    expect(await readTrouble()).toEqual([]);
    await world.payments.release();
    await world.waitForWork();
  });

  test('continues where it stopped when Stripe did not answer', async () => {
    const intent = await buy();
    const { id } = await world.deps.stripe.refunds.create({ payment_intent: intent, amount: 100 });
    await world.waitForWork();
    // Stripe's client makes two attempts.
    await world.payments.fail({ match: 'GET /v1/disputes', status: 500, times: 2 });
    await expect(sweepStripe(world.deps)).rejects.toThrow();
    const [row] = await world.database.sql`select position, done_at from sweeps where name = 'stripe'`;
    expect(row).toMatchObject({ position: expect.stringMatching(/^refunds:re_/) as string, done_at: null });
    expect(id).toBeTruthy();
    // Refunds that were checked before are not read again.
    const all = await world.deps.stripe.refunds.list({ limit: 100 });
    const secondSweep = await sweepStripe(world.deps);
    expect(secondSweep).toMatchObject({ done: true });
    expect(secondSweep?.checked).toBeLessThan(all.data.length);
  });
});

describe('the sweep of the content store', () => {
  let documents: object[] = [];
  beforeEach(async () => {
    await world.database.sql`update offers set active = false`;
    documents = [withConfirmedPrices(makePassDocument('pass-swept'))];
    world.deps.lake = {
      wording: () => Promise.resolve([]),
      packing: () => Promise.resolve([]),
      moments: () => Promise.resolve([]),
      bases: () => Promise.resolve([]),
      isMember: () => Promise.resolve(false),
      revisions: () => Promise.resolve([]),
      usesOf: () => Promise.resolve([]),
      sellable: () => Promise.resolve(documents),
      teams: () => Promise.resolve([]),
    };
  });
  const anHourLater = () => world.database.sql`update sweeps set done_at = now() - interval '1 hour'`;
  const offer = async () =>
    (await world.database.sql`select price_cents as cents, active from offers where id = 'pass-swept'`)[0];

  test('sells an offer whose webhook was lost, and not one that was taken off sale', async () => {
    expect(await sweepContent(world.deps)).toMatchObject({ changed: 1 });
    expect(await sweepContent(world.deps)).toBeNull();
    documents = [withConfirmedPrices(makePassDocument('pass-swept', { price: 700 }))];
    await anHourLater();
    expect(await sweepContent(world.deps)).toMatchObject({ changed: 1 });
    expect(await offer()).toEqual({ cents: 70_000, active: true });
    documents = [makePassDocument('pass-swept', { price: 700, available: false })];
    await anHourLater();
    await sweepContent(world.deps);
    expect(await offer()).toMatchObject({ active: false });
  });

  test('takes nothing off sale if the list lacks offers on sale, as with the webhook', async () => {
    await sweepContent(world.deps);
    documents = [];
    await anHourLater();
    await expect(sweepContent(world.deps)).rejects.toThrow('lacks');
    expect(await offer()).toMatchObject({ active: true });
  });

  test('builds nothing if there is no difference', async () => {
    await sweepContent(world.deps);
    await anHourLater();
    expect(await sweepContent(world.deps)).toEqual({ changed: 0, rebuilding: false });
  });

  test('sells within a minute at a price whose webhook was lost, and Studio says that the webhook is lost', async () => {
    const revisions = () =>
      Promise.resolve(
        (documents as { _id: string; _rev: string; _updatedAt: string }[]).map((one) => ({
          id: one._id,
          revision: one._rev,
          updated_at: one._updatedAt,
          type: 'pass',
          title: 'Swept',
        })),
      );
    world.deps.lake = { ...world.deps.lake, revisions };
    documents = [withConfirmedPrices(makePassDocument('pass-lost'))];
    await sweepContent(world.deps);
    documents = [
      withConfirmedPrices(
        makePassDocument('pass-lost', { price: 710, _rev: 'lost', _updatedAt: '2027-01-01T00:00:00Z' }),
      ),
    ];
    expect(await sweepContent(world.deps)).toEqual({ recorded: 0, rebuilding: false });
    const [lost] = await world.database
      .sql`select price_cents as cents, active from offers where id = 'pass-lost'`;
    expect(lost).toEqual({ cents: 71_000, active: true });
    const status = { p_document_id: 'pass-lost', p_revision: 'lost' };
    expect(await world.deps.db.rpc('get_publication_status', status)).toMatchObject({
      checkout: 'known',
      found_by_sweep: true,
    });
    expect(await sweepContent(world.deps)).toEqual({ recorded: 0, rebuilding: false });
  });

  test('asks again in the next call if the store does not answer, not only after an hour', async () => {
    const { lake } = world.deps;
    world.deps.lake = { ...lake, sellable: () => Promise.reject(new Error('away')) };
    await expect(sweepContent(world.deps)).rejects.toThrow('away');
    world.deps.lake = lake;
    expect(await sweepContent(world.deps)).toMatchObject({ changed: 1 });
  });
});
