import * as v from 'valibot';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * What sellers count at the desk at the end of a day (docs/decisions "Closing the desk"). Money is
 * in integer cents, and days are in Singapore.
 */

const text = v.nullable(v.string());
const day = v.pipe(v.string(), v.isoDate());
const cents = v.pipe(v.number(), v.integer());

/** How the desk takes payments that are counted at the end of the day. */
export const deskMethods = ['cash', 'paynow', 'card_terminal'] as const;
export type DeskMethodName = (typeof deskMethods)[number];

const byMethod = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ cash: schema, paynow: schema, card_terminal: schema });

/**
 * A sale of an order or a gift voucher. If `cents` is negative, it is a refund, or a balance that was paid out by
 * hand.
 */
const DeskItem = v.object({
  id: v.string(),
  kind: v.picklist(['sale', 'refund', 'payout']),
  order_id: text,
  number: text,
  /** The last four characters of the voucher that was sold, if any. */
  voucher: text,
  method: v.picklist(deskMethods),
  cents,
  at: v.string(),
  /** The bank's reference of a PayNow payment. */
  reference: text,
});
export type DeskItem = v.InferOutput<typeof DeskItem>;

/** A count that a seller has saved. */
export const DeskClose = v.object({
  close_id: v.string(),
  day,
  /** 1 for the first close of a seller's day, 2 for the next. */
  number_on_day: count,
  seller: text,
  closed_at: v.string(),
  note: text,
  /** What was counted minus what was expected. */
  difference_cents: cents,
  /** True if any method differs, even if the differences add up to 0. */
  is_different: v.boolean(),
  amounts: byMethod(v.object({ expected_cents: cents, counted_cents: cents })),
  /** The references of PayNow payments in this close. */
  references: v.array(v.string()),
});
export type DeskClose = v.InferOutput<typeof DeskClose>;

/** One day of one seller, with what is not closed yet and with the closes. */
export const DeskDay = v.object({
  day,
  today: day,
  seller: text,
  /** What has not been closed, by method. */
  open: byMethod(v.object({ taken_cents: count, returned_cents: count, expected_cents: cents })),
  items: v.array(DeskItem),
  closes: v.array(DeskClose),
  /** Other days of this seller that are not closed. */
  open_days: v.array(day),
});
export type DeskDay = v.InferOutput<typeof DeskDay>;

const counted = v.pipe(cents, v.minValue(-100_000_000), v.maxValue(100_000_000));

/** Arguments of closing a day. */
export const CloseDeskDay = v.object({
  /** Each close has a new key, so that a repeated request closes once. */
  key: v.pipe(v.string(), v.uuid()),
  day,
  /** The sums that the form showed as expected. */
  expected: byMethod(counted),
  counted: byMethod(counted),
  note: v.nullable(v.pipe(v.string(), v.maxLength(300))),
});
export type CloseDeskDay = v.InferOutput<typeof CloseDeskDay>;

export const deskCloseSorts = ['-closed', 'closed'] as const;

export const DeskCloses = listPage(DeskClose);

/** A close with the payments that it counts. */
export const DeskCloseDetails = v.object({ close: DeskClose, items: v.array(DeskItem) });
export type DeskCloseDetails = v.InferOutput<typeof DeskCloseDetails>;

/** Days with money that nobody has closed, of all sellers. */
export const OpenDeskDays = v.array(v.object({ seller: text, day, cents }));
export type OpenDeskDays = v.InferOutput<typeof OpenDeskDays>;
