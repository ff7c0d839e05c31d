import { CreateCheckoutAnswer, type CheckoutDetails, type HoldRequest, OrderView } from '#contract/orders.ts';
import * as v from 'valibot';
import { timing } from '../../config/timing.ts';
import { callFunction } from '../../lib/functions.ts';
import { callRpc } from '../../lib/rpc.ts';

export const holdOrder = (request: HoldRequest) => callRpc('hold_order', { p_order: request }, OrderView);

export const getOrder = (secret: string) => callRpc('get_order', { p_secret: secret }, OrderView);

export const renewHold = (secret: string) => callRpc('renew_hold', { p_secret: secret }, OrderView);

/** Frees the seats of an order that stands at Stripe: its payment page is closed first. */
export const releaseOrder = (secret: string) => callFunction('release-order', { secret }, v.unknown());

export const createPayment = (
  secret: string,
  seenTotalCents: number,
  details: CheckoutDetails,
  returnPath: string,
) =>
  callFunction(
    'create-checkout',
    { secret, seen_total_cents: seenTotalCents, details, return_path: returnPath },
    CreateCheckoutAnswer,
    timing.PAYMENT_TIMEOUT_MS,
  );
