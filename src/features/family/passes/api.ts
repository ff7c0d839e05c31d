import { ManagedOrder } from '#contract/after-sale.ts';
import { FamilyOrders } from '#contract/family-orders.ts';
import { MakeUp } from '#contract/family-passes.ts';
import { BillingPortalAnswer } from '#contract/passes.ts';
import { fromFunction } from '#api/errors.ts';
import { asMember } from '#api/as-member.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';
import * as timing from '#config/timing.ts';

const PAGE = 20;

export const fetchOrders = (before: string | null) =>
  asMember((token) => callRpc('get_family_orders', { p_before: before, p_limit: PAGE }, FamilyOrders, token));

export const fetchOrder = (orderId: string) =>
  asMember((token) => callRpc('get_managed_order', { p_access: { order_id: orderId } }, ManagedOrder, token));

/** Returns the address of Stripe's page where a parent cancels a renewing pass or changes its card. */
export const openPortal = (orderId: string) =>
  asMember((token) =>
    call({
      path: '/functions/v1/billing-portal',
      body: { order_id: orderId },
      schema: BillingPortalAnswer,
      readError: fromFunction,
      token,
      timeoutMs: timing.PAYMENT_TIMEOUT_MS,
    }),
  );

export const claimMakeUp = (bookingId: string) =>
  asMember((token) => callRpc('claim_make_up', { p_booking_id: bookingId }, MakeUp, token));
