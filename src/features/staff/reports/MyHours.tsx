import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { MyCalendar } from './MyCalendar.tsx';
import { Report } from './Report.tsx';
import { PeriodForm } from './PeriodForm.tsx';
import { createOwnHours } from './store.ts';
import { hoursMessages as words } from './messages.ts';

/** On `/management/my-hours`, coaches see the hours that they are paid for, and get their plan as a calendar. */
function Screen() {
  const [reports] = useState(createOwnHours);
  const span = useStore(reports.$span);
  const { hours } = useStore(reports.$reports);
  useEffect(() => reports.open(), [reports]);
  return (
    <div className="reports">
      <div className="staff-head">
        <div>
          <h1>{words.title}</h1>
          <p className="quiet">{words.lead}</p>
        </div>
      </div>
      <PeriodForm key={`${span.from} ${span.until}`} reports={reports} span={span} />
      <Report
        name="hours"
        view={hours ?? { state: 'loading' }}
        isOpen
        onAgain={() => void reports.read('hours')}
      />
      <MyCalendar />
    </div>
  );
}

const guard = createAccess({ roles: ['coach'], fallback: paths.home });

export default inBoundary(() => <Guarded guard={guard}>{() => <Screen />}</Guarded>);
