import type { OfferTerms } from '#contract/quotes.ts';
import type { OrderView } from '#contract/orders.ts';
import type { Subject } from '#browser/order-memory.ts';
import type { Offers } from '../purchase/parts.ts';
import { partName } from '../purchase/part-name.ts';

type Option = OfferTerms['details']['transport'][number];

/** A ride of a basket. Each camp has its own price, or none if it has no such ride. */
export interface Ride {
  id: string;
  title: string;
  /** The price if it is the same at all camps with this ride, and otherwise null. */
  cents: number | null;
  /** `cents` is null if the camp has no such ride, and undefined if its terms could not be read. */
  camps: { name: string; cents: number | null | undefined }[];
}

/** Returns the rides of several camps, each once. */
export function ridesOf(camps: readonly Subject[], offers: Offers, order: OrderView | null): Ride[] {
  const optionsOf = ({ offerId }: Subject): readonly Option[] | undefined =>
    offers[offerId]?.details.transport;
  const rides = new Map(camps.flatMap((camp) => (optionsOf(camp) ?? []).map(({ id, title }) => [id, title])));
  return [...rides].map(([id, title]) => {
    const prices = camps.map((camp) => {
      const options = optionsOf(camp);
      return options && (options.find((option) => option.id === id)?.price_cents ?? null);
    });
    const known = [...new Set(prices.filter((cents) => typeof cents === 'number'))];
    const [only = null] = known;
    return {
      id,
      title,
      cents: known.length === 1 ? only : null,
      camps: camps.map((camp, index) => ({ name: partName(camp, order), cents: prices[index] })),
    };
  });
}
