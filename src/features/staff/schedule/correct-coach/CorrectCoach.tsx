import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItemDetails, WeekPlan } from '#contract/management-schedule.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Field, FieldError } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { noReasonMessage } from '#ui/staff/messages.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { correctMessages as words } from './messages.ts';
import { createCorrection } from './store.ts';

interface Props {
  detail: ItemDetailsStore;
  plan: WeekPlan;
  details: ScheduleItemDetails;
}

/** Staff can correct who taught a session or camp in the past. */
export function CorrectCoach(props: Props) {
  const [state, setState] = useState<'closed' | 'open' | 'saved'>('closed');
  if (state === 'open')
    return <Question {...props} onEnd={(isSaved) => setState(isSaved ? 'saved' : 'closed')} />;
  return (
    <div className="stack no-print gap-2">
      {state === 'saved' && <Notice>{words.done}</Notice>}
      <p>
        <Button kind="line" small onClick={() => setState('open')}>
          {words.open}
        </Button>
      </p>
    </div>
  );
}

function Question({ detail, plan, details, onEnd }: Props & { onEnd: (isSaved: boolean) => void }) {
  const [correction] = useState(() => createCorrection(detail, details, plan.coaches));
  const { from, to, reason } = useStore(correction.$draft);
  const isSame = useStore(correction.$isSame);
  const isSubmitted = useStore(correction.$isTried);
  const busy = useStore(correction.$busy);
  const outcome = useStore(correction.$outcome);
  const select = (
    id: 'from' | 'to',
    value: string | null,
    coaches: readonly { id: string; name: string }[],
    none: string,
  ) => (
    <div className="field">
      <label htmlFor={`correct-${id}`}>{words[id]}</label>
      <select
        id={`correct-${id}`}
        className="input"
        value={value ?? ''}
        onChange={({ target }) => correction.change({ [id]: target.value === '' ? null : target.value })}
      >
        {coaches.map((coach) => (
          <option key={coach.id} value={coach.id}>
            {coach.name}
          </option>
        ))}
        <option value="">{none}</option>
      </select>
    </div>
  );
  return (
    <form
      className="sheet schedule-question"
      noValidate
      aria-labelledby="correct-coach"
      onSubmit={(event) => {
        event.preventDefault();
        void correction.save().then((isSaved) => isSaved && onEnd(true));
      }}
    >
      <header>
        <h3 id="correct-coach">{words.title}</h3>
      </header>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <p className="quiet">{words.means}</p>
      {details.place.kind === 'camp' && select('from', from, correction.recordedCoaches, words.more)}
      {select('to', to, correction.coachChoices, words.nobody)}
      {isSubmitted && isSame && <FieldError id="correct-same">{words.noChange}</FieldError>}
      <Field
        id="correct-reason"
        label={words.reason}
        hint={words.reasonHint}
        error={isSubmitted && reason.trim() === '' ? noReasonMessage : undefined}
        value={reason}
        maxLength={200}
        autoComplete="off"
        required
        onChange={({ target }) => correction.change({ reason: target.value })}
      />
      <ConfirmActions keep={words.leave} onKeep={() => onEnd(false)} act={words.save} busy={busy} />
    </form>
  );
}
