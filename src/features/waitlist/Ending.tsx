import { offerEnd } from '#contract/pass-end.ts';
import type { Offer } from './api.ts';

/**
 * The text says what happens at the end of the pass, in the same words as its card (decisions
 * "Renewals").
 */
export default function Ending({ offer }: { offer: Offer }) {
  return <b>{offerEnd(offer)}</b>;
}
