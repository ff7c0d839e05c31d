import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { setParentTold } from './api.ts';
import { listMessages } from './messages.ts';

interface Props {
  row: StaffFirstAidRow;
  onTold: (now: StaffFirstAidRow) => void;
}

/** Says when and by whom a parent was told, or offers a button that records it now. */
export function TellParent({ row, onTold }: Props) {
  const { busy, outcome, run } = useAction();
  const markInformed = () =>
    run(async () => {
      const answer = await setParentTold(row.id);
      if (!answer.ok) return { tone: 'bad', text: listMessages.failed };
      onTold({ ...row, ...answer.value });
      return null;
    });
  if (row.parent_informed_at !== null) return <>{listMessages.informedAt(row)}</>;
  return (
    <>
      <span className="tag bad">{listMessages.open}</span>
      <Button
        kind="line"
        small
        busy={busy}
        aria-label={listMessages.markInformedOf(row)}
        onClick={() => void markInformed()}
      >
        {listMessages.markInformed}
      </Button>
      {outcome && <small role="alert">{outcome.text}</small>}
    </>
  );
}
