/** Raised on the window when the cart changes; `detail` is the number of things in it, none: whoever shows it counts (spec 1 §2). */
export const cartEvent = 'cart-updated';

export function announceCart(): void {
  if (typeof dispatchEvent !== 'undefined') dispatchEvent(new CustomEvent(cartEvent));
}
