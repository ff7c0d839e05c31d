import type { PageVitals, VitalMetric } from '#contract/page-vitals.ts';
import { formatDays } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';

const valueOf = (metric: VitalMetric, value: number) =>
  metric === 'cls'
    ? String(value / 1000)
    : value < 1000 || metric === 'inp'
      ? `${value} ms`
      : `${value / 1000} s`;

const metrics: Record<VitalMetric, string> = {
  lcp: 'Largest picture or text shown',
  inp: 'Response to a tap',
  cls: 'Layout shift',
};

type Vital = PageVitals['pages'][number]['vitals'][VitalMetric];

function stateOf(metric: VitalMetric, limit: number, vital: Vital): string {
  if (!vital) return 'not measured';
  const visits = plural(vital.samples, 'visit');
  if (vital.p75 === null) return `too few to judge (${visits})`;
  return `${valueOf(metric, vital.p75)} (${visits}; the limit is ${valueOf(metric, limit)})`;
}

export const vitalsMessages = {
  title: 'How fast pages are for visitors',
  failed: 'The measurements did not load.',
  again: 'Load again',
  lead: ({ from, until }: PageVitals) =>
    `${formatDays(from, until)}. Three in four visits were this fast or faster. We measure half of the visits of people who allow statistics.`,
  empty:
    'No measurements yet. They appear here once visitors who allowed statistics have opened public pages.',
  devices: { phone: 'on phones', desktop: 'on computers' },
  vital: (metric: VitalMetric, limit: number, vital: Vital) =>
    `${metrics[metric]}: ${stateOf(metric, limit, vital)}`,
  slow: 'Too slow',
  moves: 'Moves too much',
} as const;
