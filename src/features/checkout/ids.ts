/** The id of the form. The Pay button of the summary is outside the form and refers to it by this id. */
export const checkoutFormId = 'checkout-form';

export const pickupId = 'pickup';
