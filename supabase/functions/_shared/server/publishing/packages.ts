import * as v from 'valibot';
import { ages, refundRules, sold, whole } from './fields.ts';

/** Without a date there is no start to count to, so such a rule would refund for ever. */
const dateless = { ...sold, refundRules: refundRules(false) };

/** A published `holidayPackage` document (spec 2 §9). */
export const HolidayPackage = v.object(dateless);

/** A published `birthdayPackage` document. */
export const BirthdayPackage = v.object({
  ...dateless,
  ...ages,
  guests: v.nullish(whole(1, 3660)),
  minutes: v.nullish(whole(1, 3660)),
});

/** `offers.details` of kind birthday_package. */
export const birthdayDetails = ({ guests, minutes }: v.InferOutput<typeof BirthdayPackage>) => ({
  guests: guests ?? null,
  minutes: minutes ?? null,
});
