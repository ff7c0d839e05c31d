/** The summary's Pay button is outside the form and refers to it by id. */
export const checkoutFormId = 'checkout-form';

export const pickupId = 'pickup';
