import * as v from 'valibot';
import { count } from './numbers.ts';
import { QuoteCamp } from './places.ts';

export const FamilyCamp = v.object({
  id: v.string(),
  child_id: v.string(),
  child: v.object({ name: v.string() }),
  status: v.literal('enrolled'),
  order_collectors: v.array(v.string()),
  camp: QuoteCamp,
  cancelled: v.boolean(),
  cancelled_by_us_reason: v.nullable(v.string()),
  attended_days: count,
  order_id: v.nullable(v.string()),
  rides: v.boolean(),
});
export type FamilyCamp = v.InferOutput<typeof FamilyCamp>;
