import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { CoachWeek } from '#contract/coach-time.ts';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Guarded } from '#ui/Guarded.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chevron } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { Absences } from './Absences.tsx';
import { Days } from './Days.tsx';
import { Hours } from './Hours.tsx';
import { absenceMessages, hoursMessages, weekMessages as words } from './messages.ts';
import { createMyWeek, type Done, type MyWeekStore } from './store.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

const WEEK = 7;

/**
 * The screen `/management/my-week` shows a coach's week, hours and absences. Admins can choose any
 * coach.
 */
function Screen() {
  const [store] = useState(createMyWeek);
  const view = useStore(store.$view);
  const lastChange = useStore(store.$done);
  useEffect(() => store.open(), [store]);
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={words.title}
        label={words.loading}
        className="stack"
        bars={['title', 'list', 'list']}
      />
    );
  if (view.state === 'failed')
    return <NotLoaded title={words.failed} code={view.code} onRetry={() => void store.read()} />;
  if (view.state === 'unknown')
    return (
      <NotLoaded title={words.unknown(view.name)}>
        <a href={staffPaths.myWeek}>{words.chooseCoach}</a>
      </NotLoaded>
    );
  const { week } = view;
  return (
    <div className="my-week" aria-busy={view.isLoading}>
      <Head store={store} week={week} />
      {view.isOutdated && <Notice tone="warn">{words.stale}</Notice>}
      <Days week={week} />
      {lastChange !== null && <DoneNotice done={lastChange} isAdmin={week.coaches !== null} />}
      <div className="my-week-more">
        <Absences key={`absences-${week.coach.id}`} store={store} week={week} />
        <Hours key={`hours-${week.coach.id}`} store={store} week={week} />
      </div>
      {week.is_me && week.coaches === null && (
        <p>
          <a href={staffPaths.myHours}>{words.links}</a>
        </p>
      )}
    </div>
  );
}

function Head({ store, week }: { store: MyWeekStore; week: CoachWeek }) {
  const { monday, coach, coaches, today } = week;
  const sunday = addDays(monday, WEEK - 1);
  const isThisWeek = monday <= today && today <= sunday;
  return (
    <div className="staff-head">
      <div>
        <h1>{coaches === null ? words.title : words.titleOf}</h1>
        <p className="quiet numbers" aria-live="polite">
          {words.span(monday, sunday)}
        </p>
      </div>
      <div className="row no-print">
        {coaches !== null && (
          <select
            className="input my-week-coach"
            aria-label={words.coach}
            value={coach.id}
            onChange={({ target }) => store.show({ coach: target.value })}
          >
            {coaches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        <Button
          kind="line"
          small
          aria-label={words.before}
          onClick={() => store.show({ week: addDays(monday, -WEEK) })}
        >
          <Icon path={chevron} className="back" />
        </Button>
        {!isThisWeek && (
          <Button kind="line" small onClick={() => store.show({ week: null })}>
            {words.thisWeek}
          </Button>
        )}
        <Button
          kind="line"
          small
          aria-label={words.after}
          onClick={() => store.show({ week: addDays(monday, WEEK) })}
        >
          <Icon path={chevron} className="ahead" />
        </Button>
      </div>
    </div>
  );
}

function DoneNotice({ done, isAdmin }: { done: Done; isAdmin: boolean }) {
  if (done.what === 'hours') return <Notice>{hoursMessages.saved}</Notice>;
  if (done.what === 'removed') return <Notice>{absenceMessages.removed}</Notice>;
  if (done.uncovered.count === 0) return <Notice>{absenceMessages.saved}</Notice>;
  return (
    <Notice
      tone="warn"
      title={absenceMessages.uncovered(done.uncovered.count)}
      list={done.uncovered.first.map((place) => {
        const line = absenceMessages.uncoveredLine(place);
        return isAdmin ? (
          <a key={line} href={schedulePath(place.place_id)}>
            {line}
          </a>
        ) : (
          line
        );
      })}
    />
  );
}

const guard = createAccess({ roles: ['coach', 'admin', 'business_admin'], fallback: paths.home });

export default inBoundary(() => <Guarded guard={guard}>{() => <Screen />}</Guarded>);
