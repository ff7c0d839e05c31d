import * as v from 'valibot';
import { EMAIL_MAX, emailForm, readEmail } from './contact.ts';

/**
 * A name. SQL has the same rule: it has no control characters, and no half of a surrogate pair, which the database
 * cannot read.
 */
export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(120),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u),
);

/** An e-mail address, which is trimmed, in lower case and without invisible characters. */
export const Email = v.pipe(v.string(), v.transform(readEmail), v.regex(emailForm), v.maxLength(EMAIL_MAX));

/**
 * A phone number in E.164, e.g. +6591234567, with the same rule for Singapore numbers as in SQL. Forms convert what
 * people type into this.
 */
export const Phone = v.pipe(v.string(), v.regex(/^\+(?:65[3689]\d{7}|(?!65)[1-9]\d{7,14})$/));

/** An emergency contact, or somebody who may collect a child. */
export const Person = v.object({
  name: Name,
  relationship: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(60)))),
  phone: v.optional(v.nullable(Phone)),
});
