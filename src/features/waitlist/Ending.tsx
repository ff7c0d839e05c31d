import { offerEnd } from '#contract/pass-end.ts';
import type { Offer } from './api.ts';

/** Says what happens at the end of the pass, in the same words as the pass's card (decisions "Renewals"). */
export default function Ending({ offer }: { offer: Offer }) {
  return <b>{offerEnd(offer)}</b>;
}
