/** The summary's Pay button stands outside the form and names it. */
export const checkoutFormId = 'checkout-form';

/** Adds somebody who may collect. */
export const pickupId = 'pickup';
