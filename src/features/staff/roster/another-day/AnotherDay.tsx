import type { MarkState } from '#contract/roster.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import paw from '#assets/mascot/paw.svg?url';
import { today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { print } from '#ui/icons.ts';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { ChildRow } from '../ChildRow.tsx';
import { dayMessages, messages } from '../messages.ts';
import { computeStates, entryIdOf, placeIdOf, stateOf } from '../model.ts';
import { CampPhotoLine } from '../photos/CampPhotoLine.tsx';
import { createCampPhotos } from '../photos/store.ts';
import { PlaceSheet } from '../PlaceSheet.tsx';
import { DayLinks } from './DayLinks.tsx';
import { KitchenLink } from './KitchenLink.tsx';
import { createAnotherDay } from './store.ts';

interface Props {
  userId: string;
  day: string;
  isManager: boolean;
}

/** Shows the roster of another day, which can only be read and printed (decisions "The roster"). */
export function AnotherDay({ userId, day, isManager }: Props) {
  const [store] = useState(() => createAnotherDay(userId, day));
  const [photos] = useState(() => createCampPhotos(userId));
  const view = useStore(store.$view);
  useEffect(() => void store.load(), [store]);
  const marks = view.state === 'ready' ? view.marks : null;
  const states = useMemo(() => (marks ? computeStates(marks, []) : new Map<string, MarkState>()), [marks]);
  return (
    <>
      <header className="roster-head">
        <div className="staff-head">
          <h1>{messages.title}</h1>
          <Button kind="line" small onClick={() => window.print()}>
            <Icon path={print} />
            {messages.print}
          </Button>
        </div>
        <DayLinks
          day={day}
          now={view.state === 'ready' ? today(new Date(view.marks.now)) : today()}
          isManager={isManager}
        />
        <p className="quiet no-print">{dayMessages.readOnly}</p>
      </header>
      {view.state === 'loading' && (
        <ScreenWaiting title={messages.title} label={messages.loading} className="stack" bars={['list']} />
      )}
      {view.state === 'failed' && (
        <NotLoaded
          level={2}
          title={view.code === 'not_allowed' ? dayMessages.notAllowed : messages.failed}
          {...(view.code === 'not_allowed' ? { children: null } : { onRetry: () => void store.load() })}
        />
      )}
      {view.state === 'ready' && view.places.length === 0 && (
        <EmptyState small picture={paw} level={2} title={dayMessages.none}>
          {dayMessages.noneText}
        </EmptyState>
      )}
      {view.state === 'ready' &&
        view.places.map((place) => (
          <PlaceSheet
            key={placeIdOf(place)}
            place={place}
            above={
              place.camp_id !== null &&
              day < today(new Date(view.marks.now)) && (
                <CampPhotoLine {...{ photos, place, day }} campId={place.camp_id} dayEnds={null} />
              )
            }
            row={(child) => (
              <ChildRow
                key={entryIdOf(child)}
                place={place}
                child={child}
                now={stateOf(states, child)}
                firstAid={child.first_aid}
                onHealthOpened={() => store.logOpened(placeIdOf(place), child.child_id)}
                onMark={null}
                onLevelSet={null}
              />
            )}
          />
        ))}
      {view.state === 'ready' && view.places.length > 0 && <KitchenLink day={day} />}
    </>
  );
}
