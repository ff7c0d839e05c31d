import { holdArguments } from './purchase/hold-request.ts';
import type { CheckoutDetails, HoldRequest, PayChoice } from '#contract/order-requests.ts';
import { ConsentText, CreateCheckoutAnswer, HeldOrder, OrderView } from '#contract/orders.ts';
import { QueuePlace } from '#contract/queue.ts';
import { OfferTerms } from '#contract/quotes.ts';
import type { Query } from '#contract/database.ts';
import * as v from 'valibot';
import * as timing from '#config/timing.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { readConversion } from '#api/purchase-conversion.ts';
import { getFreshSession } from '#api/fresh-session.ts';

/** Holds an order. If the parent's session has ended, the order is held for a guest. */
export async function holdOrder(request: HoldRequest) {
  const session = await getFreshSession();
  const hold = (token?: string) => callRpc('hold_order', holdArguments(request), HeldOrder, token);
  if (session.state !== 'signed_in') return hold();
  const answer = await hold(session.token);
  return !answer.ok && (answer.code === 'unauthorized' || answer.code === 'session_ended') ? hold() : answer;
}

export const renewHold = (secret: string) => callRpc('renew_hold', { p_secret: secret }, OrderView);

export const joinQueue = () => callRpc('join_queue', {}, QueuePlace);

export const readQueuePlace = (ticket: string) => callRpc('queue_state', { p_ticket: ticket }, QueuePlace);

/**
 * Closes the payment page of an order that is about to be replaced. Its spots stay held. `released` is false if it can
 * no longer be replaced, because it was paid or has ended.
 */
export const closePaymentPage = (secret: string) =>
  callFunction('release-order', { secret, keep: true }, v.object({ released: v.boolean() }));

export const offerQuery = (id: string): Query =>
  `offers?select=id,kind,title,details&id=eq.${encodeURIComponent(id)}`;

export const readOffer = (id: string) => readRows(offerQuery(id), v.array(OfferTerms));

export const consentTextsQuery: Query = 'consent_texts?select=purpose,version,title,body&order=version.asc';

/** Reads every version of the consent texts. The highest version of each purpose is valid. */
export const readConsentTexts = () => readRows(consentTextsQuery, v.array(ConsentText));

export async function createPayment(
  secret: string,
  seenTotalCents: number,
  details: CheckoutDetails,
  paths: { back: string; success: string },
  byLink: boolean,
  pay?: PayChoice,
) {
  // A balance belongs to a family, so paying with it requires a signed-in parent.
  const session = pay?.balance_cents === undefined ? null : await getFreshSession();
  return callFunction(
    'create-checkout',
    {
      secret,
      expected_total_cents: seenTotalCents,
      details,
      return_path: paths.back,
      success_path: paths.success,
      ...(byLink ? { by_link: true } : {}),
      ...(pay ? { pay } : {}),
      ...(await readConversion()),
    },
    CreateCheckoutAnswer,
    timing.PAYMENT_TIMEOUT_MS,
    session?.state === 'signed_in' ? session.token : undefined,
  );
}
