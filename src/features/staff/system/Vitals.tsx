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
            <Table {...view.vitals} />
          </>
        ))}
    </section>
  );
}

const Table = ({ pages, limits }: PageVitals) => (
  <div className="system-scroll">
    <table className="system-table">
      <thead>
        <tr>
          <th scope="col">{messages.page}</th>
          <th scope="col">{messages.device}</th>
          {vitalMetrics.map((metric) => (
            <th key={metric} scope="col">
              {messages.metrics[metric]} ({messages.limit(metric, limits)})
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pages.map(({ page, device, vitals }) => (
          <tr key={`${page} ${device}`}>
            <th scope="row">{page}</th>
            <td>{messages.devices[device]}</td>
            {vitalMetrics.map((metric) => (
              <td key={metric}>
                <Vital metric={metric} vital={vitals[metric]} limit={limits[metric]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface VitalProps {
  metric: VitalMetric;
  vital: PageVitals['pages'][number]['vitals'][VitalMetric];
  limit: number;
}

function Vital({ metric, vital, limit }: VitalProps) {
  if (!vital) return <span className="quiet">{messages.notMeasured}</span>;
  if (vital.p75 === null) return <span className="quiet">{messages.tooFew(vital.samples)}</span>;
  return (
    <>
      {messages.value(metric, vital.p75)}{' '}
      {vital.p75 > limit && (
        <span className="tag bad">{metric === 'cls' ? messages.moves : messages.slow}</span>
      )}{' '}
      <span className="quiet">{messages.samples(vital.samples)}</span>
    </>
  );
}
