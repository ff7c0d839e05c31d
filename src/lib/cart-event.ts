/** Raised on the window when the cart changes; `detail` is the number of things in it (spec 1 §2). */
export const cartEvent = 'cart-updated';
