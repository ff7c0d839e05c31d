import * as v from 'valibot';
import { EMAIL_MOST, emailForm } from './contact.ts';

/** Who a person is, as browser and functions check it; SQL has the last word. */

/** As in SQL: no control characters. Nor half a character pair, which the database could not even read. */
export const Name = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(120),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u),
);

/** Trimmed, in lower case. */
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(emailForm),
  v.maxLength(EMAIL_MOST),
);

/** E.164, e.g. +6591234567; of Singapore as in SQL. Forms accept what people type and send this. */
export const Phone = v.pipe(v.string(), v.regex(/^\+(?:65[3689]\d{7}|(?!65)[1-9]\d{7,14})$/));

/** Somebody who may collect a child, or whom we call. */
export const Person = v.object({
  name: Name,
  relationship: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(60)))),
  phone: v.optional(v.nullable(Phone)),
});
