import { Camp } from '#contract/camps.ts';
import type { Query } from '#contract/database.ts';
import * as v from 'valibot';
import { today } from '../domain/dates.ts';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';

/** Camps on sale that are not over, by their first day; `filter` such as `tier=eq.epic`. */
export function fetchCamps(filter = '', now = new Date()): Promise<Answer<Camp[]>> {
  const coming: Query = `camps?select=*&is_active=eq.true&end_date=gte.${today(now)}&order=start_date.asc,id.asc`;
  return readRows(filter === '' ? coming : `${coming}&${filter}`, v.array(Camp));
}
