import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';

/** A session or camp that an order no longer stands for, and by which number a calendar knows it; one of the two. */
export const GonePlace = v.object({
  number: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
});
export type GonePlace = v.InferOutput<typeof GonePlace>;
