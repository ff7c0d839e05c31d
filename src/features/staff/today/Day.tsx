import { useStore } from '@nanostores/react';
import paw from '#assets/mascot/paw.svg?url';
import { EmptyState } from '#ui/EmptyState.tsx';
import { CoachIssues } from './CoachIssues.tsx';
import { ExpectedChildren } from './ExpectedChildren.tsx';
import { HealthNotes } from './HealthNotes.tsx';
import { placeMessages } from './messages.ts';
import { PlaceTile } from './PlaceTile.tsx';
import type { Today, View } from './store.ts';

/** Shows the day. If somebody presses a session or camp, only its children are shown. */
export function Day({ today, view }: { today: Today; view: Extract<View, { state: 'ready' }> }) {
  const chosenId = useStore(today.$place);
  const notes = useStore(today.$notes);
  const { places, parties, health_notes, health_unknown } = view.today;
  if (places.length === 0)
    return parties.length > 0 ? null : (
      <EmptyState small picture={paw} level={2} title={placeMessages.none}>
        {placeMessages.noneText}
      </EmptyState>
    );
  const shownPlaces = places.filter(({ id }) => chosenId === null || chosenId === id);
  return (
    <section aria-labelledby="day-heading">
      <h2 className="sr-only" id="day-heading">
        {placeMessages.heading}
      </h2>
      <div className="place-tiles no-print">
        {places.map((place) => (
          <PlaceTile
            key={place.id}
            place={place}
            isChosen={chosenId === place.id}
            onChoose={() => today.choose(place.id)}
          />
        ))}
      </div>
      <CoachIssues places={places} />
      <HealthNotes today={today} notes={notes} count={health_notes} unknown={health_unknown} />
      <ExpectedChildren places={shownPlaces} health={notes.state === 'ready' ? notes.value : null} />
    </section>
  );
}
