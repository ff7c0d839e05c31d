import * as v from 'valibot';
import { count } from './numbers.ts';

/** A page of a staff list (`private.read_page`, `private.page_end`). */
export const listPage = <Row extends v.GenericSchema>(row: Row) =>
  v.object({
    rows: v.array(row),
    /** The value of `p_after` that reads the next page. Null on the last page. */
    next: v.nullable(v.string()),
    /** The number of rows on all pages, at most 1000. Null except on the first page. */
    count: v.nullable(count),
    /** True if there are more rows than `count`. Null except on the first page. */
    more: v.nullable(v.boolean()),
  });
