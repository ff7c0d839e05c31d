import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { SystemHealth } from '#contract/management-system.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check, refresh, warning } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Checks } from './Checks.tsx';
import { Errors } from './Errors.tsx';
import { createHealth } from './health.ts';
import { PriceApprovals } from './PriceApprovals.tsx';
import { TierProblems } from './TierProblems.tsx';
import { healthMessages } from './messages.ts';
import { Vitals } from './Vitals.tsx';
import { badMeasures, type Measure, countUnreportedChores } from './model.ts';

/** Shows the system's health. The page Today shows one line of it. */
export function HealthSection() {
  const [store] = useState(createHealth);
  const view = useStore(store.$view);
  const busy = useStore(store.$busy);
  useEffect(() => store.open(), [store]);
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={healthMessages.loading}
        className="system-waiting stack"
        bars={['title', 'part', 'part']}
      />
    );
  if (view.state === 'failed')
    return (
      <NotLoaded
        title={healthMessages.failed}
        code={view.code}
        busy={busy}
        onRetry={() => void store.read()}
      />
    );
  const { health } = view;
  return (
    <>
      <header className="staff-head">
        <div>
          <h1>{healthMessages.title}</h1>
          <p className="quiet" role="status">
            {healthMessages.at(health.at)}
            {view.late && ` ${healthMessages.notUpdated}`}
          </p>
        </div>
        <Button kind="line" small busy={busy} onClick={() => void store.read()}>
          {!busy && <Icon path={refresh} />}
          {healthMessages.refresh}
        </Button>
      </header>
      <Alerts health={health} />
      <Measures health={health} />
      <Errors errors={health.errors} />
      <Checks />
      <Vitals />
      <Chores health={health} />
      <PriceApprovals />
      <TierProblems />
    </>
  );
}

function Alerts({ health }: { health: SystemHealth }) {
  const overdueJobs = countUnreportedChores(health);
  const bad = badMeasures(health).size;
  const lines = [
    ...health.alerts.map((alert) => healthMessages.alert(alert)),
    ...(overdueJobs > 0 ? [healthMessages.notNotified(overdueJobs)] : []),
  ];
  if (lines.length > 0) return <Notice tone="bad" title={healthMessages.alerts(lines.length)} list={lines} />;
  return (
    <p className="system-well">
      <span className={bad > 0 ? 'tag warn' : 'tag good'}>
        <Icon path={bad > 0 ? warning : check} />
        {bad > 0 ? healthMessages.measuredBad(bad) : healthMessages.allWell}
      </span>
    </p>
  );
}

function Measures({ health }: { health: SystemHealth }) {
  const bad = badMeasures(health);
  const measures = Object.entries(healthMessages.measures) as [
    Measure,
    (typeof healthMessages.measures)[Measure],
  ][];
  return (
    <ul className="system-measures" aria-label={healthMessages.measured}>
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
        <h2 id="chores">{healthMessages.chores}</h2>
      </header>
      {health.chores.length === 0 ? (
        <p className="quiet">{healthMessages.noChores}</p>
      ) : (
        <div className="system-scroll">
          <table className="system-table chores">
            <thead>
              <tr>
                <th scope="col">{healthMessages.chore}</th>
                <th scope="col">{healthMessages.lastRun}</th>
                <th scope="col" className="numbers">
                  {healthMessages.took}
                </th>
                <th scope="col">{healthMessages.state}</th>
              </tr>
            </thead>
            <tbody>
              {health.chores.map((chore) => (
                <tr key={chore.name}>
                  <th scope="row">{healthMessages.choreName(chore.name)}</th>
                  <td>{healthMessages.doneAt(chore.done_at)}</td>
                  <td className="numbers">{chore.ms === null ? '' : `${chore.ms} ms`}</td>
                  <td>
                    {chore.is_late || chore.failures > 0 ? (
                      <span className="tag bad">{healthMessages.choreBad(chore)}</span>
                    ) : (
                      <span className="tag good">{healthMessages.inTime}</span>
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
