import * as v from 'valibot';
import { ages, sold, whole } from './fields.ts';

/** A published `holidayPackage` document (specification 2, §9). */
export const HolidayPackage = v.object(sold);

/** A published `birthdayPackage` document. */
export const BirthdayPackage = v.object({
  ...sold,
  ...ages,
  guests: v.nullish(whole(1, 3660)),
  minutes: v.nullish(whole(1, 3660)),
});

/** `offers.details` of kind birthday_package. */
export const birthdayDetails = ({ guests, minutes }: v.InferOutput<typeof BirthdayPackage>) => ({
  guests: guests ?? null,
  minutes: minutes ?? null,
});
