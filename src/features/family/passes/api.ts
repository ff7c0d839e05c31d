import { ManagedOrder } from '#contract/after-sale.ts';
import { FamilyOrders } from '#contract/family-orders.ts';
import { MakeUp, MovedCredits, PausedPass, PausePreview } from '#contract/family-passes.ts';
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

export const previewPause = (passId: string, firstDay: string, lastDay: string) =>
  asMember((token) =>
    callRpc(
      'preview_pause',
      { p_pass_id: passId, p_first_day: firstDay, p_last_day: lastDay },
      PausePreview,
      token,
    ),
  );

/** Pauses a pass and cancels exactly these bookings, which the parent saw. */
export const pausePass = (passId: string, firstDay: string, lastDay: string, bookingIds: string[]) =>
  asMember((token) =>
    callRpc(
      'pause_pass',
      { p_pass_id: passId, p_first_day: firstDay, p_last_day: lastDay, p_booking_ids: bookingIds },
      PausedPass,
      token,
    ),
  );

export const endPause = (pauseId: string) =>
  asMember((token) => callRpc('end_pause', { p_pause_id: pauseId }, PausedPass, token));

export const moveCredits = (passId: string, childId: string, credits: number) =>
  asMember((token) =>
    callRpc(
      'move_credits',
      { p_pass_id: passId, p_child_id: childId, p_credits: credits },
      MovedCredits,
      token,
    ),
  );
