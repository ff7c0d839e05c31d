import { Camp } from '#contract/camps.ts';
import * as v from 'valibot';
import type { Answer } from './errors.ts';
import { readRows } from './rpc.ts';
import { campsQuery } from './offer-paths.ts';

/**
 * Reads the camps on sale that have not ended, ordered by first day. `filter` is added to the query, e.g.
 * `tier=eq.epic`.
 */
export function fetchCamps(filter = '', now = new Date()): Promise<Answer<Camp[]>> {
  const coming = campsQuery(now);
  return readRows(filter === '' ? coming : `${coming}&${filter}`, v.array(Camp));
}
