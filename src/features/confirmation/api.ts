import { OrderView } from '#contract/orders.ts';
import * as timing from '../../config/timing.ts';
import { callFunction } from '../../api/functions.ts';

/** Asks Stripe once, for the case that its message to us is late. */
export const askForPayment = (secret: string, sessionId: string | null) =>
  callFunction(
    'handle-pass-payment-success',
    { sessionId, customData: { secret } },
    OrderView,
    timing.PAYMENT_TIMEOUT_MS,
  );
