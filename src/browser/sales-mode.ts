import { atom } from 'nanostores';

/** Goes up when the settings screen saves, so that the notice bar reloads whether sales are paused. */
export const $salesModeChanges = atom(0);
