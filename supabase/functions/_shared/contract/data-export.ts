import * as v from 'valibot';

/** What a business admin can copy as a whole (docs/decisions "Open interfaces"). */
export const exportTopics = [
  'orders',
  'order_lines',
  'payments',
  'refunds',
  'invoices',
  'sessions',
  'camps',
  'bookings',
  'camp_places',
  'passes',
  'credits',
  'waitlists',
  'waitlist_children',
  'parties',
  'gift_vouchers',
  'balances',
  'families',
  'children',
  'leads',
] as const;
export type ExportTopic = (typeof exportTopics)[number];

const Cell = v.nullable(v.union([v.string(), v.number(), v.boolean()]));

/** Answer of `export_data`. */
export const ExportPage = v.object({
  /** The names of the columns in their order. Empty if there are no rows. */
  columns: v.array(v.string()),
  rows: v.array(v.record(v.string(), Cell)),
  /** The value of `p_after` that reads the next page. Null on the last page. */
  next: v.nullable(v.string()),
});
export type ExportPage = v.InferOutput<typeof ExportPage>;
export type ExportRow = ExportPage['rows'][number];
