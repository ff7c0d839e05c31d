import { atom } from 'nanostores';

/** How often this page has saved a setting, so that the bar around it reads again whether sales are stopped. */
export const $salesModeChanges = atom(0);
