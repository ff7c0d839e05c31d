import { useEffect, useState } from 'react';
import { type PageVitals, type VitalMetric, vitalMetrics } from '#contract/page-vitals.ts';
import { Button } from '#ui/Button.tsx';
import { fetchVitals } from './api.ts';
import { vitalsMessages as messages } from './vitals-messages.ts';

type View = { state: 'loading' | 'failed' } | { state: 'ready'; vitals: PageVitals };

/** Shows the web vitals of visitors who allowed statistics, by page and device, against the limits. */
export function Vitals() {
  const [view, setView] = useState<View>({ state: 'loading' });
  const read = () =>
    void fetchVitals().then((answer) =>
      setView(answer.ok ? { state: 'ready', vitals: answer.value } : { state: 'failed' }),
    );
  useEffect(read, []);
  return (
    <section className="sheet" aria-labelledby="vitals" aria-busy={view.state === 'loading'}>
      <header>
        <h2 id="vitals">{messages.title}</h2>
      </header>
      {view.state === 'failed' && (
        <p>
          {messages.failed}{' '}
          <Button kind="line" small onClick={read}>
            {messages.again}
          </Button>
        </p>
      )}
      {view.state === 'ready' &&
        (view.vitals.pages.length === 0 ? (
          <p className="quiet">{messages.empty}</p>
        ) : (
          <>
            <p className="quiet">{messages.lead(view.vitals)}</p>
            <Pages {...view.vitals} />
          </>
        ))}
    </section>
  );
}

const Pages = ({ pages, limits }: PageVitals) => (
  <ul>
    {pages.map(({ page, device, vitals }) => (
      <li key={`${page} ${device}`}>
        <p>
          <b>{page}</b> {messages.devices[device]}
        </p>
        {vitalMetrics.map((metric) => (
          <Vital key={metric} metric={metric} vital={vitals[metric]} limit={limits[metric]} />
        ))}
      </li>
    ))}
  </ul>
);

interface VitalProps {
  metric: VitalMetric;
  vital: PageVitals['pages'][number]['vitals'][VitalMetric];
  limit: number;
}

const Vital = ({ metric, vital, limit }: VitalProps) => (
  <p className="quiet">
    {messages.vital(metric, limit, vital)}{' '}
    {vital && vital.p75 !== null && vital.p75 > limit && (
      <span className="tag bad">{metric === 'cls' ? messages.moves : messages.slow}</span>
    )}
  </p>
);
