import type { MarkState } from '#contract/roster.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatHours } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { ChildRow } from './ChildRow.tsx';
import { Coaches } from './Coaches.tsx';
import { messages, placeLine, placeOnDay, shareMessages } from './messages.ts';
import { entryIdOf, firstAidOf, type RosterEntry, placeIdOf, stateOf } from './model.ts';
import { ShareDialog } from './ShareDialog.tsx';
import type { Roster } from './store.ts';

interface Props {
  roster: Roster;
  place: RosterEntry;
  states: ReadonlyMap<string, MarkState>;
  isManager: boolean;
}

export function PlaceSection({ roster, place, states, isManager }: Props) {
  const [sharing, setSharing] = useState(false);
  const id = placeIdOf(place);
  const unsent = useStore(roster.$unsent);
  const isOff = place.status === 'cancelled';
  return (
    <section className="sheet roster-place" aria-labelledby={`place-${id}`}>
      <header>
        <div>
          <h2 id={`place-${id}`}>
            <span>{formatHours(place.starts_at, place.ends_at)} ·</span> {place.class_type}
          </h2>
          <p className="quiet">
            {placeLine(place)}
            {isOff && ` · ${messages.cancelledByUs}`}
          </p>
        </div>
        {!isOff && (
          <span className="no-print">
            <Button
              kind="line"
              small
              aria-label={`${shareMessages.open}: ${placeOnDay(place)}`}
              onClick={() => setSharing(true)}
            >
              {shareMessages.open}
            </Button>
          </span>
        )}
      </header>
      {isManager && !isOff && <Coaches place={place} onChanged={() => void roster.refresh()} />}
      {place.children.length === 0 ? (
        <p className="quiet">{messages.nobody}</p>
      ) : (
        <ul>
          {place.children.map((child) => (
            <ChildRow
              key={entryIdOf(child)}
              place={place}
              child={child}
              now={stateOf(states, child)}
              firstAid={firstAidOf(child, unsent)}
              onHealthOpened={() => roster.logOpened(id, child.child_id)}
              onMark={(mark) => void roster.mark(id, entryIdOf(child), mark)}
            />
          ))}
        </ul>
      )}
      {sharing && <ShareDialog place={place} onClose={() => setSharing(false)} />}
    </section>
  );
}
