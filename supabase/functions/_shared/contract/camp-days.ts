import * as v from 'valibot';
import { count } from './numbers.ts';

/** Single days of a camp that staff cancelled (docs/decisions "A cancelled day of a camp"). Days are in Singapore. */

const day = v.pipe(v.string(), v.isoDate());

/** What families get for a cancelled day. `other` is described in words. */
export const dayMoney = ['refund', 'balance', 'other'] as const;
export type DayMoney = (typeof dayMoney)[number];

export const CancelledDay = v.object({
  day,
  reason: v.string(),
  money: v.picklist(dayMoney),
  /** What families get instead of money. Null if they get money. */
  instead: v.nullable(v.string()),
});
export type CancelledDay = v.InferOutput<typeof CancelledDay>;

/** Why an order gets no refund with the others: it is not paid in full, its bank decides, or its family was erased. */
export const orderProblems = ['instalments', 'disputed', 'erased'] as const;
export type OrderProblem = (typeof orderProblems)[number];

/** What cancelling days of a camp does, or did. */
export const CancelledDays = v.object({
  /** The number of days that were not cancelled before. */
  days: count,
  children: count,
  families: count,
  /** The number of children for whom nobody paid here. */
  unpaid: count,
  refund_cents: count,
  /** Orders whose money staff must decide about themselves. */
  left: v.array(v.object({ order_id: v.string(), number: v.string(), problem: v.picklist(orderProblems) })),
  /** The number of addresses that get a mail. */
  mails: count,
  /** The number of phones that get a WhatsApp or SMS. */
  phones: count,
});
export type CancelledDays = v.InferOutput<typeof CancelledDays>;

export const RestoredDay = v.object({ mails: count, phones: count });
export type RestoredDay = v.InferOutput<typeof RestoredDay>;

export const REASON_MAX = 200;
