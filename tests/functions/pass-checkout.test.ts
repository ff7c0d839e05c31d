import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import * as passes from '#support/sql-passes.ts';
import { rpc } from '#support/sql.ts';

let world: World;
/** The path of our checkout of this pass. */
let checkout: string;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.shop.makeFlexiOffer();
  checkout = `http://127.0.0.1:4321/checkout/flexi?offer=${id}&price=16700`;
});
afterAll(() => world.stop());

/** Makes a signed-in parent whose account has all the details that a checkout needs. */
async function makeReadyFamily() {
  const family = await passes.makeHome(world.database);
  const { sub } = family.who;
  await world.database
    .sql`update profiles set name = 'Mei Tan', phone = '+6591234567' where id = ${sub ?? ''}`;
  await agree(family, 'terms');
  await agree(family, 'activity');
  return { ...family, headers: { authorization: `Bearer ${makeToken(sub ?? '')}` } };
}
const agree = ({ who, childId }: passes.Home, purpose: string, given = true) =>
  rpc(world.database, who, 'record_consent', {
    p_purpose: purpose,
    p_given: given,
    p_version: 1,
    ...(purpose === 'terms' ? {} : { p_child_id: childId }),
  });
const buy = (childId: string, headers: HeadersInit = {}, passType = 'flexi') =>
  world.call<{ url: string; code?: string }>('create-pass-checkout', { passType, childId }, headers);

describe('create-pass-checkout', () => {
  test('sends a signed-in parent to Stripe at the database’s price, and after the payment the child has the pass', async () => {
    const { childId, headers } = await makeReadyFamily();
    const { body, status } = await buy(childId, headers);
    expect(status).toBe(200);
    const id = body.url.split('/').at(-1) ?? '';
    const session = await world.deps.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({ mode: 'subscription', amount_total: 16_700, cancel_url: checkout });
    await pay(body.url, { fetch: world.payments.fetch });

    // The success page needs only the parent's own sign-in and session id. Another parent's session is refused.
    const confirmed = { sessionId: id, customData: null };
    const shown = await world.call<OrderView>('handle-pass-payment-success', confirmed, headers);
    expect(shown.body).toMatchObject({ status: 'paid', lines: [{ title: 'Flexi Pass' }] });
    const other = await world.call(
      'handle-pass-payment-success',
      confirmed,
      (await makeReadyFamily()).headers,
    );
    expect(other).toEqual({ status: 404, body: { code: 'order_not_found', field: 'p_session_id' } });
    expect(await world.call('handle-pass-payment-success', confirmed)).toEqual({
      status: 401,
      body: { code: 'unauthorized' },
    });
    await world.waitForWork();
    const passes = await world.database.sql`
      select private.credits_left(id) as credits from passes where child_id = ${childId}`;
    expect(passes).toEqual([{ credits: 4 }]);

    // The child has the pass now, so it cannot buy another.
    expect(await buy(childId, headers)).toEqual({
      status: 409,
      body: { code: 'not_allowed', field: 'childId' },
    });
  });

  test('sends the parent to our checkout when consent to the current text is missing', async () => {
    const family = await makeReadyFamily();
    await agree(family, 'activity', false);
    expect((await buy(family.childId, family.headers)).body).toEqual({
      url: `${checkout}&child=${family.childId}`,
    });
  });

  test('needs a signed-in parent, their own child and an offer on sale', async () => {
    const [mine, other] = [await makeReadyFamily(), await makeReadyFamily()];
    expect(await buy(mine.childId)).toEqual({ status: 401, body: { code: 'unauthorized' } });
    expect((await buy(other.childId, mine.headers)).body).toMatchObject({ code: 'child_not_found' });
    expect((await buy(randomUUID(), mine.headers)).body).toMatchObject({ code: 'child_not_found' });
    expect((await buy(mine.childId, mine.headers, 'nosuch')).body).toMatchObject({
      code: 'offer_not_available',
    });
  });

  test('says when Stripe does not answer', async () => {
    const { childId, headers } = await makeReadyFamily();
    await world.payments.fail({ match: 'POST /v1/checkout/sessions', status: 500, times: 2 });
    expect(await buy(childId, headers)).toEqual({ status: 503, body: { code: 'payment_unavailable' } });
  });
});

describe('billing-portal', () => {
  const portal = (body: object, headers: HeadersInit = {}) =>
    world.call<{ url: string; code?: string }>('billing-portal', body, headers);

  async function buyRenewingPass() {
    const family = await makeReadyFamily();
    const { body } = await buy(family.childId, family.headers);
    await pay(body.url, { fetch: world.payments.fetch });
    await world.waitForWork();
    const [order] = await world.database.sql`
      select o.id, s.provider_subscription_id as subscription from orders o join order_lines l on l.order_id = o.id
      join pass_subscriptions s on s.order_line_id = l.id where o.family_id = ${family.familyId}`;
    return { ...family, ...(order as { id: string; subscription: string }) };
  }

  test('lets a signed-in parent end the plan, and the end is recorded here', async () => {
    const { id, headers, subscription } = await buyRenewingPass();
    const { body } = await portal({ order_id: id }, headers);
    const page = await (await world.payments.fetch(body.url)).text();
    expect(page).toContain('Flexi Pass');
    expect(page).toContain('href="http://127.0.0.1:4321/family-base"');
    await world.payments.fetch(`${body.url}/cancel/${subscription}`, { method: 'POST' });
    await world.waitForWork();
    const [row] = await world.database.sql`
      select status from pass_subscriptions where provider_subscription_id = ${subscription}`;
    expect(row).toEqual({ status: 'cancelling' });
  });

  test('opens by the link in a mail without a password', async () => {
    const { id } = await buyRenewingPass();
    const [link] = await world.database.sql`select private.make_order_link(${id}, 'manage') as token`;
    const { status, body } = await portal({ token: link?.['token'] as string });
    expect(status).toBe(200);
    expect(body.url).toMatch(/^http:\/\/payments\.localhost\/p\/session\/bps_/);
  });

  test('is refused to others, and for an order that does not renew', async () => {
    const { id } = await buyRenewingPass();
    expect((await portal({ order_id: id })).body).toEqual({ code: 'unauthorized' });
    expect((await portal({ order_id: id }, (await makeReadyFamily()).headers)).body).toMatchObject({
      code: 'order_not_found',
    });
    expect((await portal({ token: 'none' })).body).toMatchObject({ code: 'link_not_found' });
    const [link] = await world.database.sql`select private.make_order_link(${id}, 'late_choice') as token`;
    expect((await portal({ token: link?.['token'] as string })).body).toMatchObject({ code: 'not_allowed' });

    const hold = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
    const order = await world.shop.readOrder(hold);
    const [other] = await world.database.sql`select private.make_order_link(${order.id}, 'manage') as token`;
    expect((await portal({ token: other?.['token'] as string })).body).toMatchObject({
      code: 'subscription_not_found',
    });
  });
});

// This must be the last test, because its published text stays.
test('the pass checkout asks for consent again only if a later text asks for it, and records which text was read', async () => {
  const family = await makeReadyFamily();
  const publish = (asksAgain: boolean) => world.database.sql`
    insert into consent_texts (purpose, version, title, body, asks_again)
    select 'activity', max(version) + 1, 'T', 'B', ${asksAgain} from consent_texts where purpose = 'activity'`;
  await publish(false);
  expect((await buy(family.childId, family.headers)).body.url).toContain('payments.localhost');
  const [order] = await world.database.sql`
    select consents -> 'activity' as activity from orders where family_id = ${family.familyId}`;
  expect(order?.['activity']).toEqual({ given: true, version: 1, unchanged: true });
  await publish(true);
  expect((await buy(family.childId, family.headers)).body.url).toBe(`${checkout}&child=${family.childId}`);
});
