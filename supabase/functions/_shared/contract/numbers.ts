import * as v from 'valibot';

/** A number of things. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An amount that is paid, outstanding or zero, in cents. */
export const cents = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An amount in cents that may be negative. */
export const signedCents = v.pipe(v.number(), v.integer());
