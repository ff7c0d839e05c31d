import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SchedulePlace } from '#contract/management-schedule.ts';
import paw from '#assets/mascot/paw.svg?url';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { useEntered } from '#ui/staff/use-entered.ts';
import { CopyWeek } from './CopyWeek.tsx';
import { chooseMessages, messages, weekMessages } from '../messages.ts';
import { canCallOff, weekOf } from '../model.ts';
import type { PlaceStore } from '../place/detail.ts';
import type { ScheduleStore, View } from '../store.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { WeekHead } from './WeekHead.tsx';

interface Props {
  schedule: ScheduleStore;
  place: PlaceStore;
  onCallOff: (places: readonly SchedulePlace[]) => void;
}

/** Seven days: camps as bars at the top, sessions below their day. */
export function WeekView(props: Props) {
  const view = useStore(props.schedule.$view);
  if (view.state === 'ready') return <Shown {...props} view={view} />;
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={messages.title}
        label={messages.loading}
        className="schedule-waiting stack"
        bars={['title', 'bar', 'grid']}
      />
    );
  return <NotLoaded title={messages.failed} onRetry={() => void props.schedule.retry()} />;
}

function Shown({ schedule, place, onCallOff, view }: Props & { view: Extract<View, { state: 'ready' }> }) {
  const monday = useStore(schedule.$monday);
  const location = useStore(schedule.$location);
  const [copying, setCopying] = useState(false);
  const copyPlace = useEntered<HTMLDivElement>(copying);
  const { places, today } = view.schedule;
  const week = weekOf(monday, places, location);
  const shown = [...week.camps.map(({ camp }) => camp), ...week.days.flatMap(({ sessions }) => sessions)];
  return (
    <>
      <WeekHead
        schedule={schedule}
        place={place}
        today={today}
        shown={shown}
        places={places}
        onCopy={() => setCopying(true)}
      />
      {view.late && <Notice tone="warn">{messages.late}</Notice>}
      {copying && (
        <div ref={copyPlace}>
          <CopyWeek key={monday} schedule={schedule} monday={monday} onLeave={() => setCopying(false)} />
        </div>
      )}
      <div className={view.turning ? 'turning' : undefined} aria-busy={view.turning}>
        {shown.length === 0 ? (
          <EmptyState
            small
            picture={paw}
            level={2}
            title={location === '' ? weekMessages.nothing : weekMessages.nothingThere}
          >
            {location === '' && weekMessages.nothingText}
          </EmptyState>
        ) : (
          <WeekGrid schedule={schedule} place={place} week={week} today={today} />
        )}
      </div>
      <Choosing schedule={schedule} places={places} onNext={onCallOff} />
    </>
  );
}

function Choosing({
  schedule,
  places,
  onNext,
}: {
  schedule: ScheduleStore;
  places: readonly SchedulePlace[];
  onNext: (places: readonly SchedulePlace[]) => void;
}) {
  const chosen = useStore(schedule.$chosen);
  if (chosen === null) return null;
  const those = places.filter((place) => chosen.has(place.id) && canCallOff(place));
  return (
    <section className="schedule-choosing no-print" aria-label={chooseMessages.label}>
      <p role="status">
        <b>{chooseMessages.count(those.length)}</b> {those.length === 0 && chooseMessages.text}
      </p>
      <div className="row">
        <Button kind="line" small onClick={() => schedule.choosing(false)}>
          {chooseMessages.stop}
        </Button>
        <Button
          kind="solid"
          small
          aria-disabled={those.length === 0 || undefined}
          onClick={() => {
            if (those.length > 0) onNext(those);
          }}
        >
          {chooseMessages.next}
        </Button>
      </div>
    </section>
  );
}
