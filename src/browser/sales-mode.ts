import { atom } from 'nanostores';

/** Counts the settings that this page has saved. The bar around it then reads again whether sales are stopped. */
export const $salesModeChanges = atom(0);
