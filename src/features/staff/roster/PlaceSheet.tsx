import type { ReactNode } from 'react';
import { staffPaths } from '#config/staff-paths.ts';
import { formatHours } from '#domain/dates.ts';
import { messages, placeLine } from './messages.ts';
import { placeIdOf, type RosterEntry } from './model.ts';

interface Props {
  place: RosterEntry;
  /** The button appears beside the title. */
  button?: ReactNode;
  /** `above` appears between the title and the children. */
  above?: ReactNode;
  row: (child: RosterEntry['children'][number]) => ReactNode;
  children?: ReactNode;
}

export function PlaceSheet({ place, button, above, row, children }: Props) {
  const titleId = `place-${placeIdOf(place)}`;
  return (
    <section className="sheet roster-place" aria-labelledby={titleId}>
      <header>
        <div>
          <h2 id={titleId}>
            <span>{formatHours(place.starts_at, place.ends_at)} ·</span> {place.class_type}
          </h2>
          <p className="quiet">
            {placeLine(place)}
            {place.status === 'cancelled' && ` · ${messages.cancelledByUs}`}
          </p>
        </div>
        {button}
      </header>
      {above}
      {place.children.length === 0 ? (
        <p className="quiet">{place.status === 'cancelled' ? messages.off : messages.nobody}</p>
      ) : (
        <ul>{place.children.map(row)}</ul>
      )}
      {place.session_id !== null && (
        <p className="no-print">
          <a href={`${staffPaths.attendance}?session=${place.session_id}`}>{messages.attendance}</a>
        </p>
      )}
      {children}
    </section>
  );
}
