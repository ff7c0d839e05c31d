import { FamilyBalance } from '#contract/balance.ts';
import type { Query } from '#contract/database.ts';
import { DeskAccess, DeskQuote, PaynowReleased, PaynowSale, PaynowSales } from '#contract/desk.ts';
import { DetailsLink, ReportedDetails } from '#contract/health.ts';
import { ConsentText } from '#contract/orders.ts';
import { DeskOrder, type DeskSale } from '#contract/passes.ts';
import { OfferTerms } from '#contract/quotes.ts';
import * as v from 'valibot';
import { findFamilies } from '#api/desk-families.ts';
import { asMember } from '#api/as-member.ts';
import { fetchCamps } from '#api/camps.ts';
import { callRpc, readRows } from '#api/rpc.ts';
import { fetchSessionsAhead } from '#api/sessions.ts';

const DeskOffer = v.object({ ...OfferTerms.entries, price_cents: v.number() });
export type DeskOffer = v.InferOutput<typeof DeskOffer>;

const offersQuery: Query =
  'current_offers?select=id,kind,title,details,price_cents&order=price_cents.asc,id.asc';
const textsQuery: Query = 'consent_texts?select=purpose,version,title,body&order=version.asc';

export { fetchCamps, fetchSessionsAhead };
export const fetchOffers = () => readRows(offersQuery, v.array(DeskOffer));
/** The rows contain every version of the texts. The highest version of each purpose is valid. */
export const fetchTexts = () => readRows(textsQuery, v.array(ConsentText));

export const fetchDeskAccess = () => asMember((token) => callRpc('get_desk_access', {}, DeskAccess, token));

export { findFamilies };

/** Reads the amount of a family's balance. The desk needs no more, because only admins may read its entries. */
export const fetchBalance = (familyId: string) =>
  asMember((token) => callRpc('get_balance', { p_family_id: familyId }, FamilyBalance, token));

/** Returns the price of a sale, which may still be incomplete. */
export const quoteSale = (
  sale: Pick<DeskSale, 'family_id' | 'lines' | 'code' | 'discount'> & { children: object[] },
) => asMember((token) => callRpc('quote_at_desk', { p_sale: sale }, DeskQuote, token));

/** Makes a link that the parent opens on their own phone. An earlier link of this order then stops working. */
export const makeDetailsLink = (orderId: string) =>
  asMember((token) => callRpc('make_details_link', { p_order_id: orderId }, DetailsLink, token));

export const fetchReportedDetails = (orderId: string) =>
  asMember((token) => callRpc('get_reported_details', { p_order_id: orderId }, ReportedDetails, token));

/** Requests with the same key make only one sale. */
export const sell = (sale: DeskSale) =>
  asMember((token) => callRpc('sell_at_desk', { p_sale: sale }, DeskOrder, token));

/** Holds the spots while the parent pays by PayNow. Repeated requests hold them only once. */
export const holdPaynow = (sale: DeskSale) =>
  asMember((token) => callRpc('hold_paynow_sale', { p_sale: sale }, PaynowSale, token));

/** Confirms a payment by PayNow. `hasSplit` is false if the second part of the price has not been paid. */
export const confirmPaynow = (orderId: string, reference: string, hasSplit: boolean) =>
  asMember((token) =>
    callRpc(
      'confirm_paynow_sale',
      { p_order_id: orderId, p_reference: reference, p_has_split: hasSplit },
      DeskOrder,
      token,
    ),
  );

export const releasePaynow = (orderId: string) =>
  asMember((token) => callRpc('release_paynow_sale', { p_order_id: orderId }, PaynowReleased, token));

export const fetchPaynowSales = () =>
  asMember((token) => callRpc('get_paynow_sales', {}, PaynowSales, token));
