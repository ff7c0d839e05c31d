import type { Query } from '#contract/database.ts';
import { today } from '#domain/dates.ts';
import { queryPath } from './rpc.ts';

/** The query for offers. It has its own module, because some code runs before the schemas have loaded. */
export const offersQuery: Query =
  'current_offers?select=id,kind,title,price_cents,cancellation,details&order=price_cents.asc,id.asc';
export const campsQuery = (now = new Date()): Query =>
  `camps?select=*&is_active=eq.true&end_date=gte.${today(now)}&order=start_date.asc,id.asc`;

export const offerPaths = (): string[] => [queryPath(offersQuery), queryPath(campsQuery())];
