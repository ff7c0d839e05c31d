import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import paw from '#assets/mascot/paw.svg?url';
import { formatHours } from '#domain/dates.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { KitchenLink } from './another-day/KitchenLink.tsx';
import { Evacuation } from './evacuation/Evacuation.tsx';
import { GrowthReportsDue, useDueCamps } from './GrowthReportsDue.tsx';
import { Head } from './Head.tsx';
import { keepScroll, saveInTab, tabState } from './keep-scroll.ts';
import { messages } from './messages.ts';
import { ALL_PLACES, computeStates, countStates, firstShown, placeIdOf } from './model.ts';
import { dayEnd } from './offline-roster.ts';
import { RefusedPhotos } from './photos/CampPhotoLine.tsx';
import type { CampPhotos } from './photos/store.ts';
import { PlaceSection } from './PlaceSection.tsx';
import { RefusedMarks } from './RefusedMarks.tsx';
import type { Roster, View } from './store.ts';

/** The chosen session or camp is saved in the tab's history under this key, so it is still chosen after a reload. */
const PLACE = 'rosterPlace';

interface Props {
  roster: Roster;
  photos: CampPhotos;
  view: Extract<View, { state: 'ready' }>;
  isManager: boolean;
}

/** Shows the counts, and below them one session or camp, or all of them. */
export function Day({ roster, photos, view, isManager }: Props) {
  const unsent = useStore(roster.$unsent);
  const { offline } = view;
  const places = offline.roster;
  const [chosenId, setChosenId] = useState(() =>
    firstShown(places, Date.now() + offline.clockOffset, tabState()[PLACE]),
  );
  function choose(id: string | null): void {
    saveInTab(PLACE, id ?? ALL_PLACES);
    setChosenId(id);
  }
  useEffect(keepScroll, []);
  // The children come first on a phone, unless a report is late.
  const dueCamps = useDueCamps();
  const isOverdue = dueCamps.some(({ is_overdue }) => is_overdue);
  const reports = dueCamps.length > 0 && <GrowthReportsDue camps={dueCamps} isOverdue={isOverdue} />;
  const states = computeStates(offline.state, unsent);
  const [isEvacuating, setEvacuating] = useState(() => location.hash === '#evacuation');
  const isListed = places.some((place) => placeIdOf(place) === chosenId);
  const shownPlaces = places.filter(
    (place) => chosenId === null || !isListed || placeIdOf(place) === chosenId,
  );
  return (
    <>
      <Head
        roster={roster}
        view={view}
        unsentCount={unsent.length}
        counts={countStates(shownPlaces, states)}
        isManager={isManager}
        onEvacuate={() => setEvacuating(true)}
      />
      {isEvacuating && (
        <Evacuation
          roster={roster}
          places={places}
          states={states}
          day={offline.state.day}
          onClose={() => setEvacuating(false)}
        />
      )}
      <RefusedMarks roster={roster} places={places} />
      {isOverdue && reports}
      <RefusedPhotos photos={photos} />
      {places.length === 0 && (
        <EmptyState small picture={paw} level={2} title={messages.none}>
          {messages.noneText}
        </EmptyState>
      )}
      {places.length > 1 && (
        <ul className="roster-places no-print" aria-label={messages.places}>
          {places.map((place) => (
            <li key={placeIdOf(place)}>
              <button
                type="button"
                aria-pressed={placeIdOf(place) === chosenId}
                onClick={() => choose(placeIdOf(place))}
              >
                <b>{formatHours(place.starts_at, place.ends_at)}</b>
                {place.class_type}
              </button>
            </li>
          ))}
          <li>
            <button type="button" aria-pressed={chosenId === null} onClick={() => choose(null)}>
              <b>{messages.all}</b>
              {messages.allCount(places.length)}
            </button>
          </li>
        </ul>
      )}
      {shownPlaces.map((place) => (
        <PlaceSection
          key={placeIdOf(place)}
          roster={roster}
          photos={photos}
          day={offline.state.day}
          dayEnds={dayEnd(offline)}
          place={place}
          states={states}
          isManager={isManager}
        />
      ))}
      {!isOverdue && reports}
      {places.length > 0 && <KitchenLink day={offline.state.day} />}
    </>
  );
}
