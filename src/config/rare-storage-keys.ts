import { brand } from './brand.ts';

// Keys as in storage-keys.ts that no public page uses, apart because every page loads the others.

/** The token of a link to pay for somebody's order, per tab, while Stripe's page is open. */
export const paymentLink = `${brand.slug}_payment_link`;
/** Whose staff menu this tab showed last, so that the next screen shows it at once (features/staff/frame). */
export const staffMenu = `${brand.slug}_staff_menu`;
