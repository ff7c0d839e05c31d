import { offerEnd } from '#contract/pass-end.ts';
import type { Offer } from './api.ts';

/** What becomes of the pass that is chosen: as its card says it (decisions "Renewals"). */
export default function Ending({ offer }: { offer: Offer }) {
  return <b>{offerEnd(offer)}</b>;
}
