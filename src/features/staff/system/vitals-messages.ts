import type { PageVitals, VitalMetric } from '#contract/page-vitals.ts';
import { formatDays } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';

const valueOf = (metric: VitalMetric, value: number) =>
  metric === 'cls'
    ? String(value / 1000)
    : value < 1000 || metric === 'inp'
      ? `${value} ms`
      : `${value / 1000} s`;

export const vitalsMessages = {
  title: 'How fast pages are for visitors',
  failed: 'The measurements did not load.',
  again: 'Load again',
  lead: ({ from, until }: PageVitals) =>
    `${formatDays(from, until)}. Three of four visits were at most this slow. We measure half of the visits of those who allowed statistics.`,
  empty:
    'No measurements yet. They appear here once visitors who allowed statistics have opened public pages.',
  page: 'Page',
  device: 'Device',
  metrics: {
    lcp: 'Largest picture or text shown',
    inp: 'Answer to a tap',
    cls: 'Layout shift',
  } satisfies Record<VitalMetric, string>,
  limit: (metric: VitalMetric, limits: PageVitals['limits']) => `at most ${valueOf(metric, limits[metric])}`,
  devices: { phone: 'Phone', desktop: 'Computer' },
  value: (metric: VitalMetric, p75: number) => valueOf(metric, p75),
  slow: 'Too slow',
  moves: 'Moves too much',
  samples: (samples: number) => plural(samples, 'visit'),
  tooFew: (samples: number) => `Too few to judge (${plural(samples, 'visit')})`,
  notMeasured: 'Not measured',
} as const;
