import * as v from 'valibot';

/** How many of something. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** What is paid, owed or free. */
export const cents = v.pipe(v.number(), v.integer(), v.minValue(0));
/** What may also be taken away. */
export const signedCents = v.pipe(v.number(), v.integer());
