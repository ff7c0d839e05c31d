import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ClassAttendance as Attendance } from '#contract/attendance.ts';
import { createAccess } from '#api/access.ts';
import paw from '#assets/mascot/paw.svg?url';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { familyPath } from '#ui/staff/family-path.ts';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { csvOf, saveStream } from '#ui/staff/table/csv.ts';
import { attendanceMessages as words, stateSigns } from './messages.ts';
import { attendanceCsv, shareOf, spans, stateOf, sumsOf } from './model.ts';
import { createAttendance } from './store.ts';

/** On this screen (`/management/attendance`), staff see week by week who came to a weekly class. */
function Screen() {
  const [store] = useState(createAttendance);
  const view = useStore(store.$view);
  const weeks = useStore(store.$weeks);
  useEffect(() => store.open(), [store]);
  const attendance = view.state === 'ready' ? view.attendance : null;
  return (
    <div className="attendance stack gap-3.5">
      <div className="staff-head">
        <div>
          <h1>{words.title}</h1>
          {attendance && <p className="quiet">{words.about(attendance)}</p>}
        </div>
        <div className="row no-print">
          <select
            className="input"
            aria-label={words.span}
            value={weeks}
            onChange={({ target }) => store.show(Number(target.value))}
          >
            {spans.map((span) => (
              <option key={span} value={span}>
                {words.weeks(span)}
              </option>
            ))}
          </select>
          {attendance && attendance.weeks.length > 0 && (
            <>
              <Button
                kind="line"
                small
                onClick={() =>
                  void saveStream(`attendance-${attendance.day}.csv`, () =>
                    csvOf(attendance.children, attendanceCsv(attendance.weeks)),
                  )
                }
              >
                {words.save}
              </Button>
              <Button kind="line" small onClick={() => window.print()}>
                {words.print}
              </Button>
            </>
          )}
        </div>
      </div>
      {view.state === 'loading' && (
        <p className="quiet" role="status">
          {words.loading}
        </p>
      )}
      {view.state === 'failed' &&
        (view.code === 'session_not_found' ? (
          <NotLoaded level={2} title={words.notFound}>
            {null}
          </NotLoaded>
        ) : (
          <NotLoaded level={2} title={words.failed} code={view.code} onRetry={() => void store.load()} />
        ))}
      {attendance &&
        (attendance.weeks.length === 0 ? (
          <EmptyState small picture={paw} level={2} title={words.none}>
            {words.noneText}
          </EmptyState>
        ) : (
          <>
            <Weeks attendance={attendance} />
            {attendance.children.length > 0 && <Children attendance={attendance} />}
          </>
        ))}
    </div>
  );
}

function Weeks({ attendance: { weeks } }: { attendance: Attendance }) {
  const share = shareOf(weeks);
  return (
    <section className="sheet" aria-labelledby="attendance-weeks">
      <header>
        <h2 id="attendance-weeks">{words.byWeek}</h2>
        {share !== null && <span className="quiet numbers">{words.share(share)}</span>}
      </header>
      <ul className="attendance-weeks">
        {weeks.toReversed().map((week) => (
          <li key={week.session_id}>
            <b>{words.week(week)}</b>
            {week.is_cancelled ? (
              <span className="tag bad">{words.cancelled}</span>
            ) : (
              <>
                <span className="attendance-bar" aria-hidden="true">
                  <i className="came" style={{ flexGrow: week.came }} />
                  <i className="missed" style={{ flexGrow: week.missed }} />
                  <i style={{ flexGrow: Math.max(0, week.capacity - week.came - week.missed) }} />
                </span>
                <span className="numbers">{words.weekSums(week)}</span>
              </>
            )}
            <span className="quiet">{week.coach ?? words.noCoach}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Children({ attendance: { weeks, children } }: { attendance: Attendance }) {
  const activeWeeks = weeks.filter(({ is_cancelled }) => !is_cancelled);
  return (
    <section className="sheet" aria-labelledby="attendance-children">
      <header>
        <h2 id="attendance-children">{words.byChild}</h2>
        <span className="tag numbers">{children.length}</span>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="attendance-table" role="region" aria-labelledby="attendance-children" tabIndex={0}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{words.child}</th>
              <th scope="col">{words.came}</th>
              <th scope="col">{words.missed}</th>
              {activeWeeks.map((week) => (
                <th key={week.session_id} scope="col">
                  {words.week(week)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {children.map((child) => {
              const { booked, came, missed } = sumsOf(child);
              return (
                <tr key={child.child_id}>
                  <th scope="row">
                    {child.family_id === null ? (
                      child.name
                    ) : (
                      <a href={familyPath(child.family_id, child.child_id)}>{child.name}</a>
                    )}
                  </th>
                  <td>
                    {came} of {booked}
                  </td>
                  <td>{missed}</td>
                  {activeWeeks.map((week) => {
                    const state = stateOf(child, week);
                    return (
                      <td key={week.session_id} className={state ?? ''}>
                        <span aria-hidden="true">{state === null ? '' : stateSigns[state]}</span>
                        <span className="sr-only">
                          {state === null ? words.notBooked : words.states[state]}
                        </span>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const guard = createAccess({ roles: ['coach', ...managerRoles], fallback: paths.home });

export default inBoundary(() => <Guarded guard={guard}>{() => <Screen />}</Guarded>);
