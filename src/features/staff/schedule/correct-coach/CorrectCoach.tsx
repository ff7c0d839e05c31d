import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ScheduleItem, WeekPlan } from '#contract/management-schedule.ts';
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
  item: ScheduleItem;
}

/** For a session or camp that is over: who held it. It opens on request. */
export function CorrectCoach(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Question {...props} onLeave={() => setOpen(false)} />
  ) : (
    <p className="no-print">
      <Button kind="line" small onClick={() => setOpen(true)}>
        {words.open}
      </Button>
    </p>
  );
}

function Question({ detail, plan, item, onLeave }: Props & { onLeave: () => void }) {
  const [correction] = useState(() => createCorrection(detail, item, plan.coaches));
  const { from, to, reason } = useStore(correction.$draft);
  const isSame = useStore(correction.$isSame);
  const isTried = useStore(correction.$isTried);
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
        void correction.save().then((isSaved) => isSaved && onLeave());
      }}
    >
      <header>
        <h3 id="correct-coach">{words.title}</h3>
      </header>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <p className="quiet">{words.means}</p>
      {item.kind === 'camp' && select('from', from, correction.recorded, words.more)}
      {select('to', to, plan.coaches, words.nobody)}
      {isTried && isSame && <FieldError id="correct-same">{words.noChange}</FieldError>}
      <Field
        id="correct-reason"
        label={words.reason}
        hint={words.reasonHint}
        error={isTried && reason.trim() === '' ? noReasonMessage : undefined}
        value={reason}
        maxLength={200}
        autoComplete="off"
        required
        onChange={({ target }) => correction.change({ reason: target.value })}
      />
      <ConfirmActions keep={words.leave} onKeep={onLeave} act={words.save} busy={busy} />
    </form>
  );
}
