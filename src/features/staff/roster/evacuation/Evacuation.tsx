import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { MarkState } from '#contract/roster.ts';
import { Button } from '#ui/Button.tsx';
import { messages } from '../messages.ts';
import { placeIdOf, type Place } from '../model.ts';
import { endOf } from '../pack.ts';
import { Sheet } from '../Sheet.tsx';
import type { Roster } from '../store.ts';
import { createEvacuation, presentOf } from './evacuation.ts';
import { evacuationMessages as words } from './messages.ts';
import './evacuation.css';

interface Props {
  roster: Roster;
  /** Today, in Singapore. */
  day: string;
  places: readonly Place[];
  states: ReadonlyMap<string, MarkState>;
  onClose: () => void;
}

/** Everybody who is present, by place, to tick off at the meeting point. */
export function Evacuation({ roster, day, places, states, onClose }: Props) {
  const [list] = useState(() => {
    const view = roster.$view.get();
    return createEvacuation(roster.userId, view.state === 'ready' ? endOf(view.pack) : Date.now());
  });
  const found = useStore(list.$found);
  useEffect(() => void list.open(), [list]);
  const present = presentOf(places, states);
  const all = present.flatMap(({ children }) => children);
  const seen = all.filter(({ entryId }) => found.has(entryId)).length;
  return (
    <Sheet title={words.title} about={messages.day(day)} onClose={onClose}>
      <p className="quiet">{words.lead}</p>
      {all.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <p className="evacuation-count" role="status">
          {seen === all.length ? words.all(all.length) : words.found(seen, all.length)}
        </p>
      )}
      {present.map(({ place, children }) => (
        <fieldset key={placeIdOf(place)} className="evacuation-place">
          <legend>{words.place(place, children.length)}</legend>
          {children.map(({ child, entryId, isUnclear }) => (
            <label key={entryId}>
              <input
                type="checkbox"
                checked={found.has(entryId)}
                onChange={() => void list.toggle(entryId)}
              />
              <span>
                {child.name}
                {isUnclear && <small>{words.unclear}</small>}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {seen > 0 && (
        <Button kind="line" onClick={() => void list.clear()}>
          {words.again}
        </Button>
      )}
    </Sheet>
  );
}
