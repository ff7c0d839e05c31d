import { brand } from './brand.ts';

// Keys as in storage-keys.ts, apart because every page loads those, and few visitors open what needs these.

/** When this browser was shown a campaign popup, in ms; its id follows. */
export const campaignShown = `${brand.slug}_shown_`;
/** The token of a link to pay for somebody's order, per tab, while Stripe's page is open. */
export const paymentLink = `${brand.slug}_payment_link`;
/** Whose staff menu this tab showed last, so that the next screen shows it at once (features/staff/frame). */
export const staffMenu = `${brand.slug}_staff_menu`;
/** A message that staff are writing, per tab. */
export const staffMessage = `${brand.slug}_staff_message`;
/** A sale in progress at the desk, per tab (features/staff/sales). */
export const sale = `${brand.slug}_desk_sale`;
export const forms = `${brand.slug}_forms`;
/** The secret of a paid order's link, while Stripe's pages are open. */
export const managing = `${brand.slug}_managing`;
export const waitlist = `${brand.slug}_waitlist`;
export const familyDrafts = `${brand.slug}_family_drafts`;
/** The token of an invitation to a family or to the team, until they have signed in (browser/invitation). */
export const invitation = `${brand.slug}_invitation`;
