import { useStore } from '@nanostores/react';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { messages, refusedLine } from './messages.ts';
import { entryIdOf, type Place } from './model.ts';
import type { Roster } from './store.ts';

/** Marks that came too late: the booking was cancelled meanwhile, or somebody else has the place now. */
export function RefusedMarks({ roster, places }: { roster: Roster; places: readonly Place[] }) {
  const refused = useStore(roster.$refused);
  if (refused.length === 0) return null;
  const names = new Map(
    places.flatMap(({ children }) => children.map((child) => [entryIdOf(child), child.name])),
  );
  return (
    <Notice
      tone="bad"
      title={messages.refused(refused.length)}
      list={refused.map(({ waiting: { mark }, why }) =>
        refusedLine(names.get(mark.entry_id) ?? messages.unknownChild, mark, why),
      )}
      actions={
        <Button kind="line" small onClick={() => void roster.dismiss()}>
          {messages.dismiss}
        </Button>
      }
    />
  );
}
