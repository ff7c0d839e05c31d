import { offerEnd } from '#contract/pass-end.ts';
import type { Offer } from './api.ts';

/** What happens at the end of the chosen pass, in the words of its card (decisions "Renewals"). */
export default function Ending({ offer }: { offer: Offer }) {
  return <b>{offerEnd(offer)}</b>;
}
