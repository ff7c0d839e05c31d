import * as v from 'valibot';

/** Answer of `get_sales_notice`: whether staff have stopped sales, and the sentence for parents. */
export const SalesNotice = v.object({
  mode: v.picklist(['open', 'stopped', 'maintenance']),
  sentence: v.nullable(v.string()),
});
export type SalesNotice = v.InferOutput<typeof SalesNotice>;
