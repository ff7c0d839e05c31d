import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

const PARENTS = 20;

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());

test('twenty parents want the last spot: one gets to pay, and nineteen are told before', async () => {
  const session = await world.shop.makeSession({ capacity: 1 });
  const offer = await world.shop.makeOffer();
  const parent = async (n: number) => {
    try {
      const order = await world.shop.hold(offer, session);
      const ownDetails = {
        ...checkoutDetails,
        parent: { ...checkoutDetails.parent, email: `parent${n}@example.com` },
      };
      const body = { secret: order.secret, expected_total_cents: order.total_cents, details: ownDetails };
      return (await world.call<{ url: string }>('create-checkout', body)).body.url;
    } catch (error) {
      if (error instanceof postgres.PostgresError) return error.message;
      throw error;
    }
  };
  const outcomes = await Promise.all(Array.from({ length: PARENTS }, (_, n) => parent(n)));

  const [url, ...more] = outcomes.filter((outcome) => outcome.startsWith('http'));
  expect(more).toEqual([]);
  expect(outcomes.filter((outcome) => outcome === 'session_full')).toHaveLength(PARENTS - 1);
  await pay(url ?? '', { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await world.shop.countBookings(session)).toBe(1);
  expect(world.mail.delivered).toHaveLength(1);
});
