import * as v from 'valibot';
import { count } from './numbers.ts';

/** How fast public pages were for visitors of the last 28 days (docs/decisions "Web vitals of visitors"). */

export const vitalMetrics = ['lcp', 'inp', 'cls'] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

const Vital = v.object({
  samples: count,
  /** The 75th percentile, in milliseconds, or in thousandths for `cls`. Null if there are too few samples to judge. */
  p75: v.nullable(count),
});

/** A schema for each metric. If a metric is null for a page, it was not measured there. */
const perMetric = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.object({ lcp: schema, inp: schema, cls: schema });

export const PageVitals = v.object({
  /** The first and the last day. */
  from: v.string(),
  until: v.string(),
  /** The number of samples that a judgement needs. */
  least: count,
  /** The highest 75th percentile that is still good. */
  limits: perMetric(count),
  pages: v.array(
    v.object({
      page: v.string(),
      device: v.picklist(['phone', 'desktop']),
      vitals: perMetric(v.optional(Vital)),
    }),
  ),
});
export type PageVitals = v.InferOutput<typeof PageVitals>;
