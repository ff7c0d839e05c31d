/** All changes that only a basket of several parts needs. They load at once and from here alone. */
export { addedParts, completed, followOrder, holdBasket, partOfFailure } from './order/basket.ts';
export { buildBasketRequest } from './purchase/basket-request.ts';
export { createBasketChanges } from './order/basket-changes.ts';
export { createChoosing } from './purchase/choosing.ts';
export { refusedParts } from './purchase/refused-parts.ts';
