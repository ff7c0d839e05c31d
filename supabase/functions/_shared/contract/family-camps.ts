import * as v from 'valibot';
import { count } from './numbers.ts';
import { QuoteCamp } from './places.ts';

/** A child's camp as `get_family_dashboard` shows it. */
export const FamilyCamp = v.object({
  id: v.string(),
  child_id: v.string(),
  child: v.object({ name: v.string() }),
  status: v.literal('enrolled'),
  /** The same as in `FamilyBooking`. */
  order_collectors: v.array(v.string()),
  camp: QuoteCamp,
  /** Cancelled by the provider. */
  cancelled: v.boolean(),
  /** The reason that staff wrote; null if it is not cancelled or has none. */
  cancelled_by_us_reason: v.nullable(v.string()),
  attended_days: count,
  /** Opens the order that bought it (`Access` of `after-sale.ts`); null if this system did not sell it. */
  order_id: v.nullable(v.string()),
  /** We collect the child from the family's address and bring it back there. */
  rides: v.boolean(),
});
export type FamilyCamp = v.InferOutput<typeof FamilyCamp>;
