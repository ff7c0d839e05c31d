import { Camp } from '#contract/camps.ts';
import { JoinedWaitlist, type WaitlistRequest, WaitlistView } from '#contract/waitlists.ts';
import * as v from 'valibot';
import { callRpc, readRows } from '#api/rpc.ts';

export const joinWaitlist = (entry: WaitlistRequest) =>
  callRpc('join_waitlist', { p_entry: entry }, JoinedWaitlist);

/** Confirms an entry. Only the link in the e-mail contains `token`, so it proves that the address is the parent's. */
export const confirmEntry = (secret: string, token: string) =>
  callRpc('confirm_waitlist_entry', { p_secret: secret, p_token: token }, WaitlistView);

export const declineOffer = (secret: string) =>
  callRpc('decline_waitlist_offer', { p_secret: secret }, WaitlistView);

export const leaveWaitlist = (secret: string) =>
  callRpc('leave_waitlist', { p_secret: secret }, WaitlistView);

export const fetchCamp = (id: string) => readRows(`camps?select=*&id=eq.${id}`, v.array(Camp));

const Offer = v.object({
  id: v.string(),
  kind: v.string(),
  title: v.string(),
  price_cents: v.number(),
  details: v.object({
    tier: v.optional(v.string()),
    sessions: v.nullish(v.number()),
    validity_days: v.nullish(v.number()),
    renews: v.nullish(v.boolean()),
  }),
});
export type Offer = v.InferOutput<typeof Offer>;

/** Returns passes and camp tiers, the cheapest first. */
export const fetchOffers = () =>
  readRows(
    'current_offers?select=id,kind,title,price_cents,details&kind=in.(pass,camp_tier)&order=price_cents.asc',
    v.array(Offer),
  );
