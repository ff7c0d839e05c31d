import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { spotsText } from '#domain/spots.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { messages } from '../messages.ts';
import { campTargets, isCamp, type ManagedLine, sessionTargets, type Target } from '../model.ts';
import type { OrderStore } from '../store.ts';
import { moveMessages } from './messages.ts';

interface Props {
  manage: OrderStore;
  line: ManagedLine;
  chosen: Target | null;
  onChoose: (target: Target) => void;
}

export function TargetList({ manage, line, chosen, onChoose }: Props) {
  const targetsView = useStore(manage.targets.$targets);
  const [showsAll, setShowsAll] = useState(false);
  const name = useId();
  if (targetsView.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void manage.targets.load()}>
            {messages.tryAgain}
          </Button>
        }
      >
        {moveMessages.failed}
      </Notice>
    );
  if (targetsView.state !== 'ready') return <Spinner>{moveMessages.loading}</Spinner>;

  const targets = isCamp(line)
    ? campTargets(line, targetsView.camps, targetsView.offers)
    : sessionTargets(line, targetsView.sessions);
  if (!targets.some(({ spotsLeft }) => spotsLeft > 0))
    return <Notice title={moveMessages.none}>{moveMessages.noneHelp}</Notice>;
  const shownTargets = showsAll ? targets : targets.filter(({ otherKind }) => !otherKind);
  return (
    <fieldset className="move-targets" data-keep-clear>
      <legend className="sr-only">{isCamp(line) ? moveMessages.titleCamp : moveMessages.titleSession}</legend>
      {shownTargets.map((target) => (
        <label key={target.id} className={target.spotsLeft === 0 ? 'move-target full' : 'move-target'}>
          <input
            type="radio"
            name={name}
            disabled={target.spotsLeft === 0}
            checked={chosen?.id === target.id}
            onChange={() => onChoose(target)}
          />
          <span>
            <b>{target.when}</b>
            <small>{[target.what, target.where].filter(Boolean).join(', ')}</small>
          </span>
          <span className="target-spots">{spotsText(target.spotsLeft)}</span>
        </label>
      ))}
      {shownTargets.length < targets.length && (
        <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
          {moveMessages.more}
        </button>
      )}
    </fieldset>
  );
}
