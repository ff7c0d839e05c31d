import * as v from 'valibot';
import { ageFields, refundRules, offerFields, wholeNumber } from './fields.ts';

/**
 * The fields of a product without a date. It has no start, so a rule that counts hours before the start would always
 * give a refund.
 */
const dateless = { ...offerFields, refundRules: refundRules(false) };

export const HolidayPackage = v.object(dateless);

export const BirthdayPackage = v.object({
  ...dateless,
  ...ageFields,
  guests: v.nullish(wholeNumber(1, 3660)),
  minutes: v.nullish(wholeNumber(1, 3660)),
});

export const birthdayDetails = ({ guests, minutes }: v.InferOutput<typeof BirthdayPackage>) => ({
  guests: guests ?? null,
  minutes: minutes ?? null,
});
