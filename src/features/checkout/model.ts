import type { ErrorCode } from '#contract/errors.ts';
import type { CheckoutDetails } from '#contract/orders.ts';
import * as v from 'valibot';
import { ageOn, dateFrom } from '../../lib/dates.ts';

/** What a parent types (spec 2 §3), and the rules for it. No I/O, no React. */
export const Form = v.object({
  childName: v.string(),
  day: v.string(),
  month: v.string(),
  year: v.string(),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
  terms: v.boolean(),
  activity: v.boolean(),
});
export type Form = v.InferOutput<typeof Form>;

export const emptyForm: Form = {
  childName: '',
  day: '',
  month: '',
  year: '',
  parentName: '',
  email: '',
  phone: '',
  terms: false,
  activity: false,
};

/** In the order of the form: the error summary follows it. */
export const fieldIds = ['childName', 'dob', 'parentName', 'email', 'phone', 'terms', 'activity'] as const;
export type FieldId = (typeof fieldIds)[number];

export type Fault =
  | { kind: 'missing' }
  | { kind: 'no_such_date' }
  | { kind: 'future_date' }
  | { kind: 'not_a_child' }
  | { kind: 'email_form' }
  | { kind: 'phone_digits'; digits: number }
  | { kind: 'phone_not_mobile' }
  /** What the server said of this child or this tick. */
  | { kind: 'age_not_allowed' | 'try_out_used' | 'child_twice' | 'already_booked' | 'text_changed' }
  | { kind: 'not_accepted' };
export type Faults = Partial<Record<FieldId, Fault>>;

export type PhoneReader = (text: string) => { e164: string } | Fault;

const ADULT_AGE = 18;
const Email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email(), v.maxLength(254));

/** The whole form: what is wrong with it, or the details as the contract wants them. */
export function checkForm(
  form: Form,
  today: string,
  readPhone: PhoneReader,
): { faults: Faults; details: CheckoutDetails | null } {
  const faults: Faults = {};
  const childName = form.childName.trim();
  const parentName = form.parentName.trim();
  if (childName === '') faults.childName = { kind: 'missing' };
  if (parentName === '') faults.parentName = { kind: 'missing' };

  const dob = birthDate(form);
  const dobFault = birthDateFault(form, dob, today);
  if (dobFault) faults.dob = dobFault;

  const email = v.safeParse(Email, form.email);
  if (!email.success) faults.email = { kind: form.email.trim() === '' ? 'missing' : 'email_form' };

  const phone = form.phone.trim() === '' ? { kind: 'missing' as const } : readPhone(form.phone);
  if ('kind' in phone) faults.phone = phone;

  if (!form.terms) faults.terms = { kind: 'missing' };
  if (!form.activity) faults.activity = { kind: 'missing' };

  if (Object.keys(faults).length > 0 || dob === null || !email.success || 'kind' in phone)
    return { faults, details: null };
  return {
    faults,
    details: {
      parent: { name: parentName, email: email.output, phone: phone.e164 },
      children: [{ name: childName, dob }],
      consents: { terms: true, activity: true },
    },
  };
}

/** The date as typed in three fields, or null while it is not one. A two-digit year is none. */
export function birthDate({ day, month, year }: Pick<Form, 'day' | 'month' | 'year'>): string | null {
  if (![day, month, year].every((part) => /^\d{1,4}$/.test(part.trim()))) return null;
  return dateFrom(Number(day), Number(month), Number(year));
}

function birthDateFault(form: Form, dob: string | null, today: string): Fault | null {
  if ([form.day, form.month, form.year].some((part) => part.trim() === '')) return { kind: 'missing' };
  if (dob === null) return { kind: 'no_such_date' };
  if (dob > today) return { kind: 'future_date' };
  return ageOn(dob, today) >= ADULT_AGE ? { kind: 'not_a_child' } : null;
}

const serverFields: readonly [RegExp, FieldId][] = [
  [/children\[0\]\.name/, 'childName'],
  [/children\[0\]\.dob/, 'dob'],
  [/parent\.name/, 'parentName'],
  [/email/, 'email'],
  [/phone/, 'phone'],
  [/consents\.terms/, 'terms'],
  [/consents\.activity/, 'activity'],
];

/** The field that the server found fault with, e.g. `details.parent.email`; null when it is none of ours. */
export function fieldOf(serverField: string | undefined): FieldId | null {
  return serverFields.find(([pattern]) => pattern.test(serverField ?? ''))?.[1] ?? null;
}

/** Where the form shows a refusal beside its cause, and as what; null when it has no field for it. */
export function causeOf(code: ErrorCode, serverField: string | undefined): [FieldId, Fault] | null {
  switch (code) {
    case 'age_not_allowed':
      return ['dob', { kind: code }];
    case 'try_out_used':
    case 'child_twice':
    case 'already_booked':
      return ['childName', { kind: code }];
    case 'consent_text_changed': {
      const field = fieldOf(serverField);
      return field && [field, { kind: 'text_changed' }];
    }
    case 'invalid_input': {
      const field = fieldOf(serverField);
      return field && [field, { kind: 'not_accepted' }];
    }
    default:
      return null;
  }
}

/** Years, both included. */
export interface Ages {
  minAge?: number | undefined;
  maxAge?: number | undefined;
}

/** A child's age on the day beside the ages of the team; null where there is nothing to say. */
export function ageRemark(age: number, { minAge, maxAge }: Ages): 'fits' | 'outside' | null {
  // Of these the field itself says what is wrong.
  if (age < 0 || age >= ADULT_AGE) return null;
  // A cart kept by an earlier version of the page.
  if (minAge === undefined && maxAge === undefined) return null;
  return age >= (minAge ?? 0) && age <= (maxAge ?? Infinity) ? 'fits' : 'outside';
}
