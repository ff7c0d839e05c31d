import { brand } from './brand.ts';

// Every page loads storage-keys.ts, so keys that few visitors need are in this file.

/** The time in milliseconds when this browser showed a campaign popup. The campaign's id follows the prefix. */
export const campaignShown = `${brand.slug}_shown_`;
/** The token of a payment link, which the tab stores while Stripe's page is open. */
export const paymentLink = `${brand.slug}_payment_link`;
/**
 * The user and staff menu that this tab showed last, so that the next screen shows it at once (features/staff/frame).
 */
export const staffMenu = `${brand.slug}_staff_menu`;
/** A message that staff are writing, stored in the tab. */
export const staffMessage = `${brand.slug}_staff_message`;
/** A sale in progress at the sales desk, stored in the tab (features/staff/sales). */
export const sale = `${brand.slug}_desk_sale`;
export const forms = `${brand.slug}_forms`;
/** The secret link of a paid order, which the tab stores while Stripe's pages are open. */
export const managing = `${brand.slug}_managing`;
export const waitlist = `${brand.slug}_waitlist`;
export const familyDrafts = `${brand.slug}_family_drafts`;
/** Growth reports that a coach began and has not sent (features/staff/growth). */
export const growthDrafts = `${brand.slug}_growth_drafts`;
/**
 * The token of an invitation to a family or to staff. It is stored until the invited person has signed in
 * (browser/invitation).
 */
export const invitation = `${brand.slug}_invitation`;
