import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { KeepOr } from '#ui/KeepOr.tsx';
import {
  type Action,
  isCancelledByUs,
  isCamp,
  type ManagedLine,
  placeOfLine,
  type Target,
  targetOfLine,
} from '../model.ts';
import { cancelWords, orderWords } from '../order/words.ts';
import { Panel } from '../Panel.tsx';
import type { Manage } from '../store.ts';
import type { ChosenMove } from '../state.ts';
import { TargetList } from './TargetList.tsx';
import { moveWords } from './words.ts';

/** Moves a line to another class or week: choose it, see the price difference, confirm. */
export function MovePanel({ manage, line, action }: { manage: Manage; line: ManagedLine; action: Action }) {
  const chosen = useStore(manage.$chosenMove);
  const busy = useStore(manage.$busy);
  const [target, setTarget] = useState<Target | null>(null);
  if (chosen) return <Confirm manage={manage} line={line} chosen={chosen} />;

  async function go(): Promise<void> {
    if (target === null) manage.warn(moveWords.choose);
    else if (action === 'place') await manage.place(line.line_id, target, targetOfLine(line, target));
    else await manage.askMove(line.line_id, target);
  }
  return (
    <Panel
      title={isCamp(line) ? moveWords.titleCamp : moveWords.titleSession}
      about={moveWords.now(placeOfLine(line))}
    >
      <TargetList manage={manage} line={line} chosen={target} onChoose={setTarget} />
      <div className="row">
        <Button kind="solid" busy={busy} onClick={() => void go()}>
          {moveWords.ask}
        </Button>
        <Button kind="line" onClick={manage.close}>
          {orderWords.keep}
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
    <Panel title={moveWords.confirmTitle} about={moveWords.now(placeOfLine(line))}>
      <p>
        <b>{targetOfLine(line, target)}</b>
      </p>
      {chosen.rebateLostCents !== undefined && <p>{moveWords.rebateLost(chosen.rebateLostCents)}</p>}
      {chosen.reclaimedCents !== undefined && <p>{cancelWords.reclaimed(chosen.reclaimedCents)}</p>}
      <p>
        {priceLine(target, differenceCents)}{' '}
        {!isCancelledByUs(line) && (costsMore ? moveWords.oldPlaceStays : moveWords.oldPlace)}
      </p>
      <KeepOr
        keep={orderWords.keep}
        onKeep={manage.close}
        act={costsMore ? moveWords.pay(differenceCents) : moveWords.confirm}
        onAct={() =>
          void (costsMore
            ? manage.pay(line.line_id, chosen)
            : manage.move(line.line_id, chosen, targetOfLine(line, target)))
        }
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
