/** The summary's Pay button is outside the form and refers to it by id. */
export const checkoutFormId = 'checkout-form';

/** Id of the button that adds another person who may collect. */
export const pickupId = 'pickup';
