import {
  type ChildDetails,
  type LateChoice,
  ManagedOrder,
  MoveQuote,
  type MoveTarget,
  OrderLinkAnswer,
  PassSessions,
  SavedChild,
} from '#contract/after-sale.ts';
import { InstalmentLink } from '#contract/instalments.ts';
import { RequestedDetails } from '#contract/health.ts';
import { TierId } from '#contract/tiers.ts';
import { CreateCheckoutAnswer, OrderView } from '#contract/orders.ts';
import { BillingPortalAnswer, Renewal } from '#contract/passes.ts';
import type { Rpc, RpcArguments } from '#contract/database.ts';
import * as v from 'valibot';
import { paths } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import { getFreshSession } from '#api/fresh-session.ts';
import { callFunction } from '#api/functions.ts';
import { callRpc, readRows } from '#api/rpc.ts';

export interface CancelEffect {
  refundCents: number;
  endsRenewal: boolean;
}

/** The prefix of an order id that a signed-in parent uses in place of a link's token. */
const OWN = 'order:';
export const ownAccess = (orderId: string) => `${OWN}${orderId}`;
export const isOwn = (token: string) => token.startsWith(OWN);

const accessOf = (token: string) => (isOwn(token) ? { order_id: token.slice(OWN.length) } : { token });
const access = (token: string) => ({ p_access: accessOf(token) });

/**
 * Returns the token of the parent's session, which an order that is opened by its id needs. A link needs no sign-in.
 */
async function bearerOf(token: string): Promise<string | undefined> {
  if (!isOwn(token)) return undefined;
  const session = await getFreshSession();
  return session.state === 'signed_in' ? session.token : undefined;
}

async function callOrder<Name extends Rpc, Schema extends v.GenericSchema>(
  token: string,
  name: Name,
  body: RpcArguments<Name>,
  schema: Schema,
) {
  return callRpc(name, body, schema, await bearerOf(token));
}

export const getManaged = (token: string) =>
  callOrder(token, 'get_managed_order', access(token), ManagedOrder);

/** Cancels lines. The database refuses this if its effect is no longer the `shownEffect` that the parent has read. */
export const cancelLines = (token: string, lineIds: string[], shownEffect: CancelEffect) =>
  callOrder(
    token,
    'cancel_lines',
    {
      ...access(token),
      p_line_ids: lineIds,
      p_expected_refund_cents: shownEffect.refundCents,
      p_expected_ends_renewal: shownEffect.endsRenewal,
    },
    ManagedOrder,
  );

/** Says that the line's child does not come on a day of its camp, or that it comes after all. */
export const tellAbsence = (token: string, lineId: string, day: string, isAbsent: boolean) =>
  callOrder(
    token,
    'tell_line_absence',
    { ...access(token), p_line_id: lineId, p_day: day, p_absent: isAbsent },
    ManagedOrder,
  );

export const quoteMove = (token: string, lineId: string, target: MoveTarget) =>
  callOrder(token, 'quote_move', { ...access(token), p_line_id: lineId, p_target: target }, MoveQuote);

export const moveLine = (token: string, lineId: string, target: MoveTarget, seenCents: number) =>
  callOrder(
    token,
    'move_line',
    { ...access(token), p_line_id: lineId, p_target: target, p_expected_difference_cents: seenCents },
    ManagedOrder,
  );

/** Reserves a more expensive spot as a new order whose total is the price difference. */
export const holdUpgrade = (token: string, lineId: string, campId: string) =>
  callOrder(
    token,
    'hold_upgrade',
    { ...access(token), p_line_id: lineId, p_target: { camp_id: campId } },
    OrderView,
  );

/** Opens Stripe's checkout for a reserved move. The parent and the consents are those of the original order. */
export const payMove = (secret: string, seenCents: number) =>
  callFunction(
    'create-checkout',
    {
      secret,
      expected_total_cents: seenCents,
      return_path: paths.manageBooking,
      success_path: paths.campBookingSuccess,
    },
    CreateCheckoutAnswer,
    timing.PAYMENT_TIMEOUT_MS,
  );

export const makePaymentLink = (token: string) =>
  callOrder(token, 'make_instalment_link', access(token), InstalmentLink);

export const requestLink = (number: string, email: string) =>
  callRpc('request_order_link', { p_number: number, p_email: email }, OrderLinkAnswer);

export const requestLinks = (email: string) =>
  callRpc('request_order_links', { p_email: email }, OrderLinkAnswer);

export const findRenewal = (token: string) => callOrder(token, 'find_renewal', access(token), Renewal);

export const openPortal = async (token: string) =>
  callFunction(
    'billing-portal',
    accessOf(token),
    BillingPortalAnswer,
    timing.PAYMENT_TIMEOUT_MS,
    await bearerOf(token),
  );

export const getRequestedDetails = (token: string) =>
  callOrder(token, 'get_requested_details', access(token), RequestedDetails);

export const saveChild = (token: string, child: number, details: ChildDetails) =>
  callOrder(token, 'save_order_child', { ...access(token), p_child: child, p_details: details }, SavedChild);

export const chooseLateOutcome = (token: string, choice: LateChoice) =>
  callOrder(token, 'choose_late', { ...access(token), p_choice: choice }, ManagedOrder);

export const placeCredit = (token: string, lineId: string, campId: string) =>
  callOrder(
    token,
    'place_credit_line',
    { ...access(token), p_line_id: lineId, p_camp_id: campId },
    ManagedOrder,
  );

export const findPassSessions = (token: string, lineId: string) =>
  callOrder(token, 'find_pass_sessions', { ...access(token), p_line_id: lineId }, PassSessions);

export const bookPassSession = (token: string, lineId: string, sessionId: string) =>
  callOrder(
    token,
    'book_pass_session',
    { ...access(token), p_line_id: lineId, p_session_id: sessionId },
    ManagedOrder,
  );

export const cancelPassSession = (token: string, lineId: string, bookingId: string, seenReturn: boolean) =>
  callOrder(
    token,
    'cancel_pass_session',
    { ...access(token), p_line_id: lineId, p_booking_id: bookingId, p_expected_return: seenReturn },
    ManagedOrder,
  );

const TierOffer = v.object({
  id: v.string(),
  details: v.object({ tier: TierId }),
});
export type TierOffer = v.InferOutput<typeof TierOffer>;

/** Returns the tier of each offer. `campTargets` needs it for a line that was saved for later. */
export const fetchTierOffers = () =>
  readRows('offers?select=id,details&kind=eq.camp_tier', v.array(TierOffer));
