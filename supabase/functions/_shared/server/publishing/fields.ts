import * as v from 'valibot';
import { isLine, withoutMarks } from '../../contract/lines.ts';
import { isMoment } from '../../contract/moment.ts';
import { showingProblem } from '../../contract/selling-rules/planned.ts';
import { hasWholeCents, priceProblem } from '../../contract/selling-rules/price.ts';
import { refundRuleProblem, refundsProblem } from '../../contract/selling-rules/refunds.ts';
import { shortNameProblem } from '../../contract/selling-rules/short-name.ts';

// These limits are the same as those of publish_offers. A message is either a sentence or the end of one, such as “Its
// price …” (`messages.ts`).
export const textUpTo = (most: number) =>
  v.pipe(
    v.string('is missing'),
    v.transform(withoutMarks),
    v.minLength(1, 'is missing'),
    v.maxLength(most, `is longer than ${most} characters`),
    v.check(isLine, 'has a character that can’t be read: type it again'),
  );

export const wholeNumber = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(rule), v.integer(rule), v.minValue(least, rule), v.maxValue(most, rule));
};

export const optionalBoolean = v.nullish(v.boolean('must be yes or no'));

export const checkedBy = <T>(problemOf: (value: T) => string | null) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });

const dollars = v.number('is missing');
export const price = v.pipe(
  dollars,
  checkedBy((value) => priceProblem(value)),
);
export const surcharge = v.pipe(
  dollars,
  v.minValue(0, 'must not be below S$0'),
  v.maxValue(10_000, 'must be at most S$10,000'),
  v.check(hasWholeCents, 'has more than two decimals'),
);

export const shortName = v.pipe(
  v.string('is missing'),
  checkedBy((value) => shortNameProblem(value)),
);

/** A list that may be missing. A missing list counts as empty. */
export const listUpTo = <T extends v.GenericSchema>(item: T, most: number) =>
  v.pipe(v.nullish(v.array(item, 'must be a list'), []), v.maxLength(most, `has more than ${most} entries`));

export const allDifferent = <T>(key: (item: T) => unknown, message: string) =>
  v.check((items: T[]) => new Set(items.map(key)).size === items.length, message);

const RefundRule = v.pipe(
  v.object({
    hoursBefore: v.nullish(wholeNumber(0, 8784)),
    daysAfterPurchase: v.nullish(wholeNumber(0, 366)),
    percent: wholeNumber(0, 100),
  }),
  checkedBy((rule) => refundRuleProblem(rule)),
);
export const refundRules = (dated: boolean) =>
  v.pipe(
    listUpTo(RefundRule, 10),
    checkedBy((rules) => refundsProblem(rules, dated)),
  );

export const moment = v.pipe(v.string('is missing'), v.check(isMoment, 'is not a date and time'));

const SaleTime = v.pipe(
  v.object({ from: v.nullish(moment), until: v.nullish(moment) }),
  checkedBy((showing) => showingProblem(showing)),
);

export const offerFields = {
  _id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  _rev: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  _updatedAt: moment,
  name: textUpTo(120),
  price,
  pricesConfirmed: v.fallback(v.nullish(v.string()), null),
  available: optionalBoolean,
  saleTime: v.nullish(SaleTime),
  plannedPrices: listUpTo(v.object({ from: moment, price }), 10),
  cancellation: v.nullish(v.string()),
  refundRules: refundRules(true),
};

export const ageFields = { minAge: v.nullish(wholeNumber(1, 18)), maxAge: v.nullish(wholeNumber(1, 18)) };
