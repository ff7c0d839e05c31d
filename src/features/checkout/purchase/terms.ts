import { report } from '#browser/report.ts';
import type { Subject } from '#browser/order-memory.ts';
import { readOffer } from '../api.ts';
import type { Sale } from './sale.ts';

/** Reads the terms of these parts that are not known yet. What cannot be read stays unknown. */
export async function readTerms(sale: Sale, parts: readonly Subject[]): Promise<void> {
  const ids = [...new Set(parts.map(({ offerId }) => offerId))];
  const answers = await Promise.all(
    ids.filter((id) => sale.$offers.get()[id] === undefined).map((id) => readOffer(id)),
  );
  if (answers.some(({ ok }) => !ok)) report('Checkout: the offer could not be read');
  const offers = answers.flatMap((answer) => (answer.ok ? answer.value : []));
  sale.$offers.set({
    ...sale.$offers.get(),
    ...Object.fromEntries(offers.map((offer) => [offer.id, offer])),
  });
}
