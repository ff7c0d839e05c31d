/** All views that only a basket of several parts needs. They load at once and from here alone. */
export { BasketParts } from './order/BasketParts.tsx';
export { BasketRides } from './form/BasketRides.tsx';
export { GoesTo } from './form/children/GoesTo.tsx';
export { HoldsOther } from './purchase/HoldsOther.tsx';
export { NightNote } from './form/children/NightNote.tsx';
export { PartNotice } from './form/children/PartNotice.tsx';
export { RefusedParts } from './purchase/RefusedParts.tsx';
export { UndoPart } from './order/UndoPart.tsx';
