/** Documents of passes as Sanity's webhook sends them. */
import type { TestDatabase } from './database.ts';
import { confirmedPrices } from '#contract/confirmed-prices.ts';

export let lastUpdateMs = Date.UTC(2026, 9, 1);
export function makePassDocument(id: string, more: object = {}): object {
  lastUpdateMs += 1000;
  return {
    _id: id,
    _type: 'pass',
    _rev: `rev-${lastUpdateMs}`,
    _updatedAt: new Date(lastUpdateMs).toISOString(),
    passId: 'halfyear',
    name: 'Term {product}',
    price: 697,
    sessions: 18,
    validityDays: 130,
    checkoutType: 'term-pass',
    available: true,
    cancellation: 'Cancel until the day before.',
    minAge: 5,
    maxAge: 12,
    makeUps: 2,
    onePerChild: false,
    renews: true,
    refundRules: [
      { hoursBefore: 24, percent: 100 },
      { hoursBefore: 0, percent: 0 },
    ],
    ...more,
  };
}
/** Returns the document with prices that an editor has confirmed, even if they differ a lot from earlier prices. */
export const withConfirmedPrices = (document: object) => ({
  ...document,
  pricesConfirmed: confirmedPrices(document),
});

/** Makes the next publication request its build itself, as if nothing had been published for a while. */
export async function forgetPublications({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  await sql`delete from rate_limits`;
  await sql`delete from rebuild_requests`;
}
