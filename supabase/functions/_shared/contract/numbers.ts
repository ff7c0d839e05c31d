import * as v from 'valibot';

/** A whole number that is not negative. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An amount in cents, not negative. */
export const cents = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An amount in cents, which may be negative. */
export const signedCents = v.pipe(v.number(), v.integer());
