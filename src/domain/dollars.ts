import * as v from 'valibot';

/** A stored price in dollars. It is not negative and has whole cents. */
export const Dollars = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((dollars) => Number.isFinite(dollars) && Math.round(dollars * 100) / 100 === dollars),
);
