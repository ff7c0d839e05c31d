import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { reportNames } from '#contract/management-reports.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { AccountingExport } from './AccountingExport.tsx';
import { CurrentFigures } from './CurrentFigures.tsx';
import { Report } from './Report.tsx';
import { PeriodForm } from './PeriodForm.tsx';
import { createReports } from './store.ts';
import { reportMessages } from './messages.ts';

/** The screen `/management/reports` shows current activity and the reports of a period. */
function Screen({ isOwner }: { isOwner: boolean }) {
  const [reports] = useState(createReports);
  const span = useStore(reports.$span);
  const views = useStore(reports.$reports);
  useEffect(() => reports.open(), [reports]);
  return (
    <div className="reports">
      <div className="staff-head">
        <div>
          <h1>{reportMessages.title}</h1>
          <p className="quiet">{reportMessages.zone}</p>
        </div>
        {isOwner && (
          <ButtonLink kind="line" small href={staffPaths.managementPayouts}>
            {reportMessages.payouts}
          </ButtonLink>
        )}
      </div>
      <CurrentFigures reports={reports} />
      <PeriodForm key={`${span.from} ${span.until}`} reports={reports} span={span} />
      <AccountingExport key={`export ${span.from} ${span.until}`} span={span} />
      <div className="report-sheets">
        {reportNames.map((name) => (
          <Report
            key={name}
            name={name}
            view={views[name] ?? { state: 'loading' }}
            onAgain={() => void reports.read(name)}
          />
        ))}
      </div>
    </div>
  );
}

const guard = createManagerAccess();

export default inBoundary(() => (
  <Managed guard={guard} why={reportMessages.viewOff}>
    {({ roles }) => <Screen isOwner={roles.includes('business_admin')} />}
  </Managed>
));
