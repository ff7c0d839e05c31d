import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MarkState } from '#contract/roster.ts';
import { Button } from '#ui/Button.tsx';
import { messages } from '../messages.ts';
import { placeIdOf, type RosterEntry } from '../model.ts';
import { dayEnd } from '../offline-roster.ts';
import { Sheet } from '../Sheet.tsx';
import type { Roster } from '../store.ts';
import { createEvacuation, listPresent } from './evacuation.ts';
import { evacuationMessages } from './messages.ts';
import './evacuation.css';

interface Props {
  roster: Roster;
  /** Today's date in Singapore. */
  day: string;
  places: readonly RosterEntry[];
  states: ReadonlyMap<string, MarkState>;
  onClose: () => void;
}

/** At the meeting point, staff tick off everybody who is present. */
export function Evacuation({ roster, day, places, states, onClose }: Props) {
  const [list] = useState(() => {
    const view = roster.$view.get();
    return createEvacuation(roster.userId, view.state === 'ready' ? dayEnd(view.offline) : Date.now());
  });
  const foundIds = useStore(list.$found);
  useEffect(() => void list.open(), [list]);
  const present = listPresent(places, states);
  const allChildren = present.flatMap(({ children }) => children);
  const foundCount = allChildren.filter(({ entryId }) => foundIds.has(entryId)).length;
  return (
    <Sheet title={evacuationMessages.title} about={messages.day(day)} onClose={onClose}>
      <p className="quiet">{evacuationMessages.lead}</p>
      {allChildren.length === 0 ? (
        <p>{evacuationMessages.nobody}</p>
      ) : (
        <p className="evacuation-count" role="status">
          {foundCount === allChildren.length
            ? evacuationMessages.all(allChildren.length)
            : evacuationMessages.found(foundCount, allChildren.length)}
        </p>
      )}
      {present.map(({ place, children }) => (
        <fieldset key={placeIdOf(place)} className="evacuation-place">
          <legend>{evacuationMessages.place(place, children.length)}</legend>
          {children.map(({ child, entryId, isUnclear }) => (
            <label key={entryId}>
              <input
                type="checkbox"
                checked={foundIds.has(entryId)}
                onChange={() => void list.toggle(entryId)}
              />
              <span>
                {child.name}
                {isUnclear && <small>{evacuationMessages.unclear}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {foundCount > 0 && (
        <Button kind="line" onClick={() => void list.clear()}>
          {evacuationMessages.clearTicks}
        </Button>
      )}
    </Sheet>
  );
}
