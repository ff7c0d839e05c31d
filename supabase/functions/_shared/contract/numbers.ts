import * as v from 'valibot';

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const cents = v.pipe(v.number(), v.integer(), v.minValue(0));
export const signedCents = v.pipe(v.number(), v.integer());
