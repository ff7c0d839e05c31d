import * as v from 'valibot';
import { toCents } from '../../contract/format.ts';
import { ageFields, refundRules, surcharge, offerFields, wholeNumber } from './fields.ts';

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
  extraGuest: v.nullish(surcharge),
});

export const birthdayDetails = ({ guests, minutes, extraGuest }: v.InferOutput<typeof BirthdayPackage>) => ({
  guests: guests ?? null,
  minutes: minutes ?? null,
  ...(extraGuest ? { extra_guest_cents: toCents(extraGuest) } : {}),
});
