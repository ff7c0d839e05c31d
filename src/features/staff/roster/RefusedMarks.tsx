import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { messages, placeOnDay, refusedLine } from './messages.ts';
import { entryIdOf, type RosterEntry } from './model.ts';
import type { Roster } from './store.ts';

/** Lists marks that came too late, because the booking was cancelled or somebody else has the spot. */
export function RefusedMarks({ roster, places }: { roster: Roster; places: readonly RosterEntry[] }) {
  const refusedMarks = useStore(roster.$refused);
  if (refusedMarks.length === 0) return null;
  const labels = new Map(
    places.flatMap((place) =>
      place.children.map((child) => [entryIdOf(child), `${child.name}, ${placeOnDay(place)}`]),
    ),
  );
  return (
    <Notice
      tone="bad"
      title={messages.refused(refusedMarks.length)}
      list={refusedMarks.map(({ unsent: { mark, day }, message }) =>
        refusedLine(labels.get(mark.entry_id) ?? messages.unknownChild(day), mark, message),
      )}
      actions={
        <Button kind="line" small onClick={() => void roster.dismiss()}>
          {messages.dismiss}
        </Button>
      }
    />
  );
}
