import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import {
  type Action,
  isCancelledByUs,
  isCamp,
  type ManagedLine,
  placeOfLine,
  type Target,
  targetOfLine,
} from '../model.ts';
import { cancelMessages, orderMessages } from '../order/messages.ts';
import { Panel } from '../Panel.tsx';
import type { OrderStore } from '../store.ts';
import type { ChosenMove } from '../state.ts';
import { TargetList } from './TargetList.tsx';
import { moveMessages } from './messages.ts';

export function MovePanel({
  manage,
  line,
  action,
}: {
  manage: OrderStore;
  line: ManagedLine;
  action: Action;
}) {
  const chosenMove = useStore(manage.$chosenMove);
  const busy = useStore(manage.$busy);
  const [target, setTarget] = useState<Target | null>(null);
  if (chosenMove) return <Confirm manage={manage} line={line} chosen={chosenMove} />;

  async function confirmMove(): Promise<void> {
    if (target === null) manage.warn(moveMessages.choose);
    else if (action === 'place') await manage.placeCredit(line.line_id, target, targetOfLine(line, target));
    else await manage.quoteMove(line.line_id, target);
  }
  return (
    <Panel
      names={[line.child_name ?? '']}
      title={isCamp(line) ? moveMessages.titleCamp : moveMessages.titleSession}
      about={moveMessages.currentDate(placeOfLine(line))}
    >
      <TargetList manage={manage} line={line} chosen={target} onChoose={setTarget} />
      <div className="row">
        <Button kind="solid" busy={busy} onClick={() => void confirmMove()}>
          {moveMessages.ask}
        </Button>
        <Button kind="line" onClick={manage.close}>
          {orderMessages.keep}
        </Button>
      </div>
    </Panel>
  );
}

function Confirm({ manage, line, chosen }: { manage: OrderStore; line: ManagedLine; chosen: ChosenMove }) {
  const busy = useStore(manage.$busy);
  const { target, differenceCents } = chosen;
  const costsMore = differenceCents > 0;
  return (
    <Panel
      names={[line.child_name ?? '']}
      title={moveMessages.confirmTitle}
      about={moveMessages.currentDate(placeOfLine(line))}
    >
      <p>
        <b>{targetOfLine(line, target)}</b>
      </p>
      {chosen.rebateLostCents !== undefined && <p>{moveMessages.rebateLost(chosen.rebateLostCents)}</p>}
      {chosen.clawbackCents !== undefined && <p>{cancelMessages.reclaimed(chosen.clawbackCents)}</p>}
      <p>
        {priceLine(target, differenceCents)}{' '}
        {!isCancelledByUs(line) && (costsMore ? moveMessages.oldPlaceStays : moveMessages.oldPlace)}
      </p>
      <ConfirmActions
        keep={orderMessages.keep}
        onKeep={manage.close}
        act={costsMore ? moveMessages.pay(differenceCents) : moveMessages.confirm}
        onAct={() =>
          void (costsMore
            ? manage.payDifference(line.line_id, chosen)
            : manage.move(line.line_id, chosen, targetOfLine(line, target)))
        }
        busy={busy}
      >
        <Button kind="line" onClick={manage.clearChosenMove}>
          {moveMessages.chooseOtherDate}
        </Button>
      </ConfirmActions>
    </Panel>
  );
}

function priceLine(target: Target, differenceCents: number): string {
  if (differenceCents > 0) return moveMessages.costsMore(differenceCents);
  if (differenceCents < 0) return moveMessages.less(-differenceCents);
  return target.otherKind ? moveMessages.lessNothing : moveMessages.samePrice;
}
