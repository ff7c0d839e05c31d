import { useState } from 'react';
import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { Button } from '#ui/Button.tsx';
import { setParentTold } from './api.ts';
import { listWords } from './messages.ts';

interface Props {
  row: StaffFirstAidRow;
  onTold: (now: StaffFirstAidRow) => void;
}

/** When a parent was told and by whom, or the button to record it now. */
export function TellParent({ row, onTold }: Props) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  async function tell(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await setParentTold(row.id);
    setBusy(false);
    setFailed(!answer.ok);
    if (answer.ok) onTold({ ...row, ...answer.value });
  }
  if (row.parent_informed_at !== null) return <>{listWords.toldAt(row)}</>;
  return (
    <>
      <span className="tag bad">{listWords.open}</span>
      <Button kind="line" small busy={busy} aria-label={listWords.tellOf(row)} onClick={() => void tell()}>
        {listWords.tell}
      </Button>
      {failed && <small role="alert">{listWords.failed}</small>}
    </>
  );
}
