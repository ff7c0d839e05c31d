import { atom } from 'nanostores';

/**
 * A counter that increases when somebody saves the settings, so that the notice bar reads again whether sales are
 * paused.
 */
export const $salesModeChanges = atom(0);
