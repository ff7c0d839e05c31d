import { holdArguments } from './purchase/hold-request.ts';
import type { CheckoutDetails, HoldRequest, PayChoice } from '#contract/order-requests.ts';
import { ConsentText, CreateCheckoutAnswer, HeldOrder, OrderView } from '#contract/orders.ts';
import { OfferTerms } from '#contract/quotes.ts';
import type { Query } from '#contract/database.ts';
import * as v from 'valibot';
import * as timing from '#config/timing.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { readConversion } from '#api/purchase-conversion.ts';
import { freshSession } from '#api/fresh-session.ts';

/** Holds the order for the signed-in family. If the session has ended, it holds for a visitor. */
export async function holdOrder(request: HoldRequest) {
  const session = await freshSession();
  const hold = (token?: string) => callRpc('hold_order', holdArguments(request), HeldOrder, token);
  if (session.state !== 'signed_in') return hold();
  const answer = await hold(session.token);
  return !answer.ok && (answer.code === 'unauthorized' || answer.code === 'session_ended') ? hold() : answer;
}

export const renewHold = (secret: string) => callRpc('renew_hold', { p_secret: secret }, OrderView);

/** Releases the seats of an order that is being paid at Stripe; the function first closes its payment page. */
export const releaseOrder = (secret: string) => callFunction('release-order', { secret }, v.unknown());

export const offerQuery = (id: string): Query =>
  `offers?select=id,kind,title,details&id=eq.${encodeURIComponent(id)}`;

export const readOffer = (id: string) => readRows(offerQuery(id), v.array(OfferTerms));

export const consentTextsQuery: Query = 'consent_texts?select=purpose,version,title,body&order=version.asc';

/** Reads every version of the consent texts; the highest version of each purpose counts. */
export const readConsentTexts = () => readRows(consentTextsQuery, v.array(ConsentText));

export async function createPayment(
  secret: string,
  seenTotalCents: number,
  details: CheckoutDetails,
  paths: { back: string; success: string },
  byLink: boolean,
  pay?: PayChoice,
) {
  // Only the parent who is signed in spends a balance.
  const session = pay?.balance_cents === undefined ? null : await freshSession();
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
