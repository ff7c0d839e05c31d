import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { cancelMessages, comingName } from '../messages.ts';
import type { Appointment } from '../model.ts';
import { MoveTargets } from './MoveTargets.tsx';
import type { Panel, Today } from '../store.ts';

interface Props {
  today: Today;
  coming: Appointment;
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
    ? cancelMessages.cancelPlain
    : returns
      ? cancelMessages.cancel
      : cancelMessages.cancelLost;
  return (
    <div
      className="today-panel"
      role="group"
      aria-label={cancelMessages.title(child)}
      aria-describedby={about}
    >
      <div>
        <p tabIndex={-1} ref={head}>
          <b>
            <WithNames
              text={step === 'ask' ? cancelMessages.title(child) : cancelMessages.choose}
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
            {rule(usesCredit, returns, until)} {cancelMessages.place}
          </p>
          <ConfirmActions
            small
            keep={cancelMessages.keep}
            onKeep={today.close}
            act={label}
            onAct={() => void today.cancel(coming, returns)}
            busy={busy}
          >
            {returns && (
              <Button kind="line" small onClick={() => void today.findTargets(id)}>
                {cancelMessages.move}
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
  if (!usesCredit) return cancelMessages.noCredit;
  return returns ? cancelMessages.returns(until) : cancelMessages.creditLost(until);
};
