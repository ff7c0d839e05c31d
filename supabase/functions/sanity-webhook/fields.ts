import * as v from 'valibot';

// As narrow as publish_offers. Each message goes on from “Its price …” (`sentences.ts`).
export const words = (most: number) =>
  v.pipe(
    v.string('is missing'),
    v.trim(),
    v.minLength(1, 'is missing'),
    v.maxLength(most, `is longer than ${most} characters`),
  );

export const whole = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(least, rule), v.maxValue(most, rule));
};

export const flag = v.nullish(v.boolean('must be yes or no'));

const dollars = (least: number, tooLittle: string) =>
  v.pipe(
    v.number('is missing'),
    v.minValue(least, tooLittle),
    v.maxValue(20_000, 'must be at most S$20,000'),
    v.check(
      (amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6,
      'has more than two decimals',
    ),
  );

/** Stripe takes no SGD amount below fifty cents; the other end stops a slipped decimal point. */
export const price = dollars(0.5, 'must be at least S$0.50');
/** What goes on top of a price may be free. */
export const surcharge = dollars(0, 'must not be below S$0');

/** Prices are written in S$ and counted in cents. */
export const cents = (amount: number) => Math.round(amount * 100);

/** How the till and SQL know a rung, a base, a way of transport. */
export const shortName = v.pipe(
  v.string('is missing'),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens, such as “east-coast”'),
);

/** A list that may be missing: then it is empty. */
export const list = <T extends v.GenericSchema>(item: T, most: number) =>
  v.pipe(v.nullish(v.array(item, 'must be a list'), []), v.maxLength(most, `has more than ${most} entries`));

export const allDifferent = <T>(key: (item: T) => unknown, message: string) =>
  v.check((items: T[]) => new Set(items.map(key)).size === items.length, message);

const RefundRule = v.pipe(
  v.object({
    hoursBefore: v.nullish(whole(0, 8784)),
    daysAfterPurchase: v.nullish(whole(0, 366)),
    percent: whole(0, 100),
  }),
  v.check(
    ({ hoursBefore, daysAfterPurchase }) => typeof hoursBefore !== typeof daysAfterPurchase,
    'must say either hours before the start or days after purchase',
  ),
);

/** Each is more than the one before it; what is not given does not count. */
const rises = (values: (number | null | undefined)[]) =>
  values
    .filter((value) => typeof value === 'number')
    .every((value, n, all) => n === 0 || value > (all[n - 1] ?? 0));

/** What every document that is sold has, as the query of `_shared/server/lake.ts` selects it. */
export const sold = {
  _id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  _rev: v.string(),
  _updatedAt: v.pipe(v.string(), v.isoTimestamp()),
  name: words(120),
  price,
  /** What somebody said yes to (`contract/confirmed-prices.ts`). */
  pricesConfirmed: v.fallback(v.nullish(v.string()), null),
  available: flag,
  cancellation: v.nullish(v.string()),
  refundRules: v.pipe(
    list(RefundRule, 10),
    v.check(
      (rules) => rises(rules.map(({ hoursBefore }) => hoursBefore).toReversed()),
      'must begin with the earliest cancellation: the hours fall from rule to rule',
    ),
    v.check(
      (rules) => rises(rules.map(({ daysAfterPurchase }) => daysAfterPurchase)),
      'must begin with the earliest cancellation: the days after purchase rise from rule to rule',
    ),
  ),
};

/** Children's ages in years. */
export const ages = { minAge: v.nullish(whole(1, 18)), maxAge: v.nullish(whole(1, 18)) };
