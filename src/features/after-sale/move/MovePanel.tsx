import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { KeepOr } from '../../../ui/KeepOr.tsx';
import { cancelWords, messages, moveWords } from '../messages.ts';
import { type Action, isCalledOff, isCamp, type ManagedLine, type Target, lineWords } from '../model.ts';
import { Panel } from '../Panel.tsx';
import type { ChosenMove, Manage } from '../store.ts';
import { TargetList } from './TargetList.tsx';

/** Another class or week: choose, see what it means, confirm. */
export function MovePanel({ manage, line, action }: { manage: Manage; line: ManagedLine; action: Action }) {
  const chosen = useStore(manage.$chosenMove);
  const busy = useStore(manage.$busy);
  const [target, setTarget] = useState<Target | null>(null);
  if (chosen) return <Confirm manage={manage} line={line} chosen={chosen} />;

  async function go(): Promise<void> {
    if (target === null) manage.warn(moveWords.choose);
    else if (action === 'place') await manage.place(line.line_id, target);
    else await manage.askMove(line.line_id, target);
  }
  return (
    <Panel title={moveWords.of(isCamp(line) ? moveWords.titleCamp : moveWords.titleSession, lineWords(line))}>
      <TargetList manage={manage} line={line} chosen={target} onChoose={setTarget} />
      <div className="row">
        <Button kind="solid" busy={busy} onClick={() => void go()}>
          {moveWords.ask}
        </Button>
        <Button kind="line" onClick={manage.close}>
          {messages.keep}
        </Button>
      </div>
    </Panel>
  );
}

function Confirm({ manage, line, chosen }: { manage: Manage; line: ManagedLine; chosen: ChosenMove }) {
  const busy = useStore(manage.$busy);
  const { target, differenceCents } = chosen;
  const costsMore = differenceCents > 0;
  return (
    <Panel title={moveWords.of(moveWords.confirmTitle, lineWords(line))}>
      <p>
        <b>{target.when}</b>
        <br />
        {[target.what, target.where].filter(Boolean).join(', ')}
      </p>
      {chosen.rebateLostCents !== undefined && <p>{moveWords.rebateLost(chosen.rebateLostCents)}</p>}
      {chosen.reclaimedCents !== undefined && <p>{cancelWords.reclaimed(chosen.reclaimedCents)}</p>}
      <p>
        {priceLine(target, differenceCents)}{' '}
        {!isCalledOff(line) && (costsMore ? moveWords.oldPlaceStays : moveWords.oldPlace)}
      </p>
      <KeepOr
        keep={messages.keep}
        onKeep={manage.close}
        act={costsMore ? moveWords.pay(differenceCents) : moveWords.confirm}
        onAct={() => void (costsMore ? manage.pay(line.line_id, chosen) : manage.move(line.line_id, chosen))}
        busy={busy}
      >
        <Button kind="line" onClick={manage.unask}>
          {moveWords.other}
        </Button>
      </KeepOr>
    </Panel>
  );
}

function priceLine(target: Target, differenceCents: number): string {
  if (differenceCents > 0) return moveWords.costsMore(differenceCents);
  if (differenceCents < 0) return moveWords.less(-differenceCents);
  return target.otherKind ? moveWords.lessNothing : moveWords.same;
}
