import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * What sellers count at the desk at the end of a day (docs/decisions "Closing the desk"). Money is in integer cents,
 * days are in Singapore.
 */

const text = v.nullable(v.string());
const day = v.pipe(v.string(), v.isoDate());
const cents = v.pipe(v.number(), v.integer());

export const deskMethods = ['cash', 'paynow', 'card_terminal'] as const;
export type DeskMethodName = (typeof deskMethods)[number];

const byMethod = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ cash: schema, paynow: schema, card_terminal: schema });

/** A sale of an order or a gift voucher; with negative `cents` a refund or a balance that was paid out by hand. */
const DeskItem = v.object({
  id: v.string(),
  kind: v.picklist(['sale', 'refund', 'payout']),
  order_id: text,
  number: text,
  voucher: text,
  method: v.picklist(deskMethods),
  cents,
  at: v.string(),
  reference: text,
});
export type DeskItem = v.InferOutput<typeof DeskItem>;

export const DeskClose = v.object({
  close_id: v.string(),
  day,
  part: count,
  seller: text,
  closed_at: v.string(),
  note: text,
  difference_cents: cents,
  is_different: v.boolean(),
  amounts: byMethod(v.object({ expected_cents: cents, counted_cents: cents })),
  references: v.array(v.string()),
});
export type DeskClose = v.InferOutput<typeof DeskClose>;

export const DeskDay = v.object({
  day,
  today: day,
  seller: text,
  open: byMethod(v.object({ taken_cents: count, returned_cents: count, expected_cents: cents })),
  items: v.array(DeskItem),
  closes: v.array(DeskClose),
  open_days: v.array(day),
});
export type DeskDay = v.InferOutput<typeof DeskDay>;

const counted = v.pipe(cents, v.minValue(-100_000_000), v.maxValue(100_000_000));

export const CloseDeskDay = v.object({
  /** Each close has a new key, so that a repeated request closes once. */
  key: v.pipe(v.string(), v.uuid()),
  day,
  expected: byMethod(counted),
  counted: byMethod(counted),
  note: v.nullable(v.pipe(v.string(), v.maxLength(300))),
});
export type CloseDeskDay = v.InferOutput<typeof CloseDeskDay>;

export const deskCloseSorts = ['-closed', 'closed'] as const;

export const DeskCloses = v.object({
  rows: v.array(DeskClose),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
});

export const DeskCloseDetails = v.object({ close: DeskClose, items: v.array(DeskItem) });
export type DeskCloseDetails = v.InferOutput<typeof DeskCloseDetails>;

export const OpenDeskDays = v.array(v.object({ seller: text, day, cents }));
export type OpenDeskDays = v.InferOutput<typeof OpenDeskDays>;
