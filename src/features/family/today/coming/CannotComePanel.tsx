import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { cannotMessages, comingName } from '../messages.ts';
import type { Coming } from '../model.ts';
import { MoveTargets } from './MoveTargets.tsx';
import type { Panel, Today } from '../store.ts';

interface Props {
  today: Today;
  coming: Coming;
  now: number;
  step: Panel['step'];
}

export function CannotComePanel({ today, coming, now, step }: Props) {
  const busy = useStore(today.$busy);
  const about = useId();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), [step]);
  const { returnsUntil, usesCredit, id, child } = coming;
  const until = returnsUntil ?? coming.startsAt;
  const returns = usesCredit && now < Date.parse(until);
  const label = !usesCredit
    ? cannotMessages.cancelPlain
    : returns
      ? cannotMessages.cancel
      : cannotMessages.cancelLost;
  return (
    <div
      className="today-panel"
      role="group"
      aria-label={cannotMessages.title(child)}
      aria-describedby={about}
    >
      <div>
        <p tabIndex={-1} ref={head}>
          <b>
            <WithNames
              text={step === 'ask' ? cannotMessages.title(child) : cannotMessages.choose}
              names={[child]}
            />
          </b>
        </p>
        <p id={about}>
          <WithNames text={comingName(coming)} names={[child]} />
        </p>
      </div>
      {step === 'ask' ? (
        <>
          <p>
            {rule(usesCredit, returns, until)} {cannotMessages.place}
          </p>
          <ConfirmActions
            small
            keep={cannotMessages.keep}
            onKeep={today.close}
            act={label}
            onAct={() => void today.cancel(coming, returns)}
            busy={busy}
          >
            {returns && (
              <Button kind="line" small onClick={() => void today.findTargets(id)}>
                {cannotMessages.move}
              </Button>
            )}
          </ConfirmActions>
        </>
      ) : (
        <MoveTargets today={today} coming={coming} />
      )}
    </div>
  );
}

const rule = (usesCredit: boolean, returns: boolean, until: string): string => {
  if (!usesCredit) return cannotMessages.noCredit;
  return returns ? cannotMessages.returns(until) : cannotMessages.creditLost(until);
};
