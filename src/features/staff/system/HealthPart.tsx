import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SystemHealth } from '#contract/management-system.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check, refresh, warning } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Errors } from './Errors.tsx';
import { createHealth } from './health.ts';
import { healthWords } from './messages.ts';
import { badMeasures, type Measure, untoldChores } from './model.ts';

/** The state of the system in full; the first management screen shows one line of it. */
export function HealthPart() {
  const [store] = useState(createHealth);
  const view = useStore(store.$view);
  const busy = useStore(store.$busy);
  useEffect(() => store.open(), [store]);
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={healthWords.loading}
        className="system-waiting"
        bars={['title', 'part', 'part']}
      />
    );
  if (view.state === 'failed')
    return <NotLoaded title={healthWords.failed} busy={busy} onRetry={() => void store.read()} />;
  const { health } = view;
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{healthWords.title}</h1>
          <p className="quiet" role="status">
            {healthWords.at(health.at)}
            {view.late && ` ${healthWords.late}`}
          </p>
        </div>
        <Button kind="line" small busy={busy} onClick={() => void store.read()}>
          {!busy && <Icon path={refresh} />}
          {healthWords.refresh}
        </Button>
      </header>
      <Alerts health={health} />
      <Measures health={health} />
      <Errors errors={health.errors} />
      <Chores health={health} />
    </>
  );
}

function Alerts({ health }: { health: SystemHealth }) {
  const late = untoldChores(health);
  const bad = badMeasures(health).size;
  const lines = [
    ...health.alerts.map((alert) => healthWords.alert(alert)),
    ...(late > 0 ? [healthWords.untold(late)] : []),
  ];
  if (lines.length > 0) return <Notice tone="bad" title={healthWords.alerts(lines.length)} list={lines} />;
  return (
    <p className="system-well">
      <span className={bad > 0 ? 'tag warn' : 'tag good'}>
        <Icon path={bad > 0 ? warning : check} />
        {bad > 0 ? healthWords.measuredBad(bad) : healthWords.well}
      </span>
    </p>
  );
}

function Measures({ health }: { health: SystemHealth }) {
  const bad = badMeasures(health);
  const measures = Object.entries(healthWords.measures) as [
    Measure,
    (typeof healthWords.measures)[Measure],
  ][];
  return (
    <ul className="system-measures" aria-label={healthWords.measured}>
      {measures.map(([measure, [title, value, text]]) => (
        <li key={measure} className={bad.has(measure) ? 'bad' : undefined}>
          <h2>
            {bad.has(measure) && <Icon path={warning} />}
            {title}
          </h2>
          <p className="numbers value">{value(health)}</p>
          <p className="quiet">{text(health)}</p>
        </li>
      ))}
    </ul>
  );
}

function Chores({ health }: { health: SystemHealth }) {
  return (
    <section className="sheet" aria-labelledby="chores">
      <header>
        <h2 id="chores">{healthWords.chores}</h2>
      </header>
      {health.chores.length === 0 ? (
        <p className="quiet">{healthWords.noChores}</p>
      ) : (
        <div className="system-scroll">
          <table className="system-table chores">
            <thead>
              <tr>
                <th scope="col">{healthWords.chore}</th>
                <th scope="col">{healthWords.done}</th>
                <th scope="col" className="numbers">
                  {healthWords.took}
                </th>
                <th scope="col">{healthWords.state}</th>
              </tr>
            </thead>
            <tbody>
              {health.chores.map((chore) => (
                <tr key={chore.name}>
                  <th scope="row">{healthWords.choreName(chore.name)}</th>
                  <td>{healthWords.doneAt(chore.done_at)}</td>
                  <td className="numbers">{chore.ms === null ? '' : `${chore.ms} ms`}</td>
                  <td>
                    {chore.is_late || chore.failures > 0 ? (
                      <span className="tag bad">{healthWords.choreBad(chore)}</span>
                    ) : (
                      <span className="tag good">{healthWords.inTime}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
