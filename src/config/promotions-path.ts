/** The first screen of marketing. Not in `staff-paths.ts`, because code of public pages reads it. */
export const promotionsPath = '/management/promotions';
