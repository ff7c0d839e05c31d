import type { MarkState } from '#contract/roster.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { staffPaths } from '#config/staff-paths.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { ChildRow } from './ChildRow.tsx';
import { Coaches } from './Coaches.tsx';
import { messages, placeOnDay, shareMessages } from './messages.ts';
import { entryIdOf, firstAidOf, type RosterEntry, placeIdOf, stateOf } from './model.ts';
import { PlaceSheet } from './PlaceSheet.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { CampPhotoLine } from './photos/CampPhotoLine.tsx';
import type { CampPhotos } from './photos/store.ts';
import type { Roster } from './store.ts';

interface Props {
  roster: Roster;
  photos: CampPhotos;
  /** The day of the roster, and its end by this device's clock, in milliseconds. */
  day: string;
  dayEnds: number;
  place: RosterEntry;
  states: ReadonlyMap<string, MarkState>;
  isManager: boolean;
}

export function PlaceSection({ roster, photos, day, dayEnds, place, states, isManager }: Props) {
  const [sharing, setSharing] = useState(false);
  const id = placeIdOf(place);
  const unsent = useStore(roster.$unsent);
  const isOff = place.status === 'cancelled';
  return (
    <PlaceSheet
      place={place}
      button={
        <span className="roster-place-tools no-print">
          {(isOff || place.children.length > 0) && (
            <ButtonLink
              kind="line"
              small
              href={`${staffPaths.managementFamilyChats}?place=${id}`}
              aria-label={`${messages.writeToFamilies}: ${placeOnDay(place)}`}
            >
              <Icon path={chat} />
            </ButtonLink>
          )}
          {!isOff && (
            <Button
              kind="line"
              small
              aria-label={`${shareMessages.open}: ${placeOnDay(place)}`}
              onClick={() => setSharing(true)}
            >
              {shareMessages.open}
            </Button>
          )}
        </span>
      }
      above={
        !isOff && (
          <>
            {isManager && <Coaches place={place} onChanged={() => void roster.refresh()} />}
            {place.camp_id !== null && place.children.length > 0 && (
              <CampPhotoLine {...{ photos, place, day, dayEnds }} campId={place.camp_id} />
            )}
          </>
        )
      }
      row={(child) => (
        <ChildRow
          key={entryIdOf(child)}
          place={place}
          child={child}
          now={stateOf(states, child)}
          firstAid={firstAidOf(child, unsent)}
          onHealthOpened={() => roster.logOpened(id, child.child_id)}
          onLevelSet={() => void roster.refresh()}
          onMark={(mark) => void roster.mark(id, entryIdOf(child), mark)}
        />
      )}
    >
      {sharing && <ShareDialog place={place} onClose={() => setSharing(false)} />}
    </PlaceSheet>
  );
}
