import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import { plainName } from './greeting.ts';
import { Bring, Names } from './order.ts';

/** Of a mail to a family: whom it greets, and the link to manage the order that it is about, if one was sold. */
const family = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const ofChild = { child_name: v.optional(v.nullable(v.string()), null) };
export const Problem = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  price_cents: v.number(),
  /** When the provider tries again; null when it does not. */
  next_attempt_at: v.nullable(v.string()),
});
export const Expiring = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  /** Last day, in Singapore. */
  valid_until: v.string(),
  credits: v.number(),
});
export const Reminder = v.object({
  ...family,
  children: Names,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** How the family's children get to the camp: some may come, and others be collected. */
  comes: v.optional(v.boolean(), true),
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
export type Problem = v.InferOutput<typeof Problem>;
export type Expiring = v.InferOutput<typeof Expiring>;
export type Reminder = v.InferOutput<typeof Reminder>;

/** `Kai’s Term`; `your Term` where no name is known. */
export function whosePass({ child_name, title }: Pick<Problem, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}
