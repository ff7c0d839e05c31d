import { useStore } from '@nanostores/react';
import type { StaffHealth } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check, warning } from '#ui/icons.ts';
import { DiscrepancyList } from '#ui/staff/DiscrepancyList.tsx';
import { systemMessages } from './messages.ts';
import { listTroubles } from './model.ts';
import type { Today } from './store.ts';

/** Shows a green line, or a list of problems. Discrepancies of the books load on request. */
export function System({ today, health }: { today: Today; health: StaffHealth }) {
  const troubles = listTroubles(health);
  return (
    <section className="sheet" id="health" aria-labelledby="health-heading">
      <header>
        <h2 id="health-heading">
          <a href={staffPaths.managementSystem}>{systemMessages.heading}</a>
        </h2>
        {troubles.length > 0 && <span className="tag bad numbers">{troubles.length}</span>}
      </header>
      {troubles.length === 0 ? (
        <p className="line">
          <span className="tag good">
            <Icon path={check} />
            {systemMessages.allWell}
          </span>
        </p>
      ) : (
        <ul>
          {troubles.map((trouble, index) => (
            <li key={index}>
              <p className="today-trouble">
                <Icon path={warning} />
                {systemMessages.line(trouble)}
              </p>
              {trouble.kind === 'books' && <Discrepancies today={today} rules={trouble.rules} />}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        {(health.books === null || health.books.discrepancies === 0) &&
          systemMessages.books(health.books?.at ?? null)}{' '}
        {systemMessages.site(health.publish.built_at, health.publish.wishes)}
      </p>
    </section>
  );
}

function Discrepancies({ today, rules }: { today: Today; rules: [string, number][] }) {
  const rows = useStore(today.$rows);
  if (rows.state === 'ready' && rows.value.length === 0)
    return <p className="quiet">{systemMessages.noneLeft}</p>;
  if (rows.state === 'ready') return <DiscrepancyList rows={rows.value} />;
  return (
    <>
      <p className="quiet">{rules.map(([rule, count]) => systemMessages.rule(rule, count)).join(' · ')}</p>
      {rows.state === 'failed' && <p role="alert">{systemMessages.failed}</p>}
      <Button kind="line" small busy={rows.state === 'loading'} onClick={() => void today.readRows()}>
        {rows.state === 'loading' ? systemMessages.reading : systemMessages.show}
      </Button>
    </>
  );
}
