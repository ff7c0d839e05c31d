import * as v from 'valibot';

/** A stored price in dollars. It is not negative and has no fractions of a cent. */
export const Dollars = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((dollars) => Number.isFinite(dollars) && Math.round(dollars * 100) / 100 === dollars),
);
