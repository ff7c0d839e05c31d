import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import type { CoachChange } from '#contract/coach-time.ts';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { addDays, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import { AssignReason } from '#ui/staff/AssignReason.tsx';
import { coachConcernMessages } from '#ui/staff/messages.ts';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { changesOf, coachChangeMessages as words, coachChangeRefusals } from './messages.ts';
import { type CoachChanges, createCoachChanges } from './store.ts';

interface Props {
  /** The selected sessions and camps; null for all of a coach between two days. */
  ids: readonly string[] | null;
  plan: WeekPlan;
  onChanged: () => void;
  onClose: () => void;
}

/** Gives several sessions and camps to another coach, after showing what that does. */
export function ChangeCoachSheet({ ids, plan, onChanged, onClose }: Props) {
  const [store] = useState(() => createCoachChanges(ids, onChanged));
  const view = useStore(store.$view);
  const busy = useStore(store.$busy);
  return (
    <SideFrame title={words.title} closeLabel={words.close} onClose={onClose}>
      {'code' in view && view.code !== null && <RefusalNotice code={view.code} own={coachChangeRefusals} />}
      {/* It stays mounted, with what was chosen. */}
      <div hidden={view.state !== 'form'}>
        {view.state === 'form' && view.isEmpty && <Notice tone="warn">{words.empty}</Notice>}
        <ChoiceForm store={store} ids={ids} plan={plan} busy={busy} />
      </div>
      {view.state === 'preview' && (
        <Preview
          key={JSON.stringify(view.change)}
          store={store}
          change={view.change}
          hasChanged={view.hasChanged}
          busy={busy}
        />
      )}
      {view.state === 'done' && (
        <Notice
          actions={
            <>
              <Button kind="line" small busy={busy} onClick={() => void store.undo()}>
                {words.undo}
              </Button>
              <Button kind="line" small onClick={onClose}>
                {words.close}
              </Button>
            </>
          }
        >
          {words.done(view.change)}
        </Notice>
      )}
      {view.state === 'undone' && <Notice>{words.undone}</Notice>}
    </SideFrame>
  );
}

interface ChoiceProps extends Pick<Props, 'ids' | 'plan'> {
  store: CoachChanges;
  busy: boolean;
}

function ChoiceForm({ store, ids, plan, busy }: ChoiceProps) {
  const [coachId, setCoachId] = useState('');
  const [from, setFrom] = useState(today());
  const [until, setUntil] = useState(addDays(today(), 6));
  const [to, setTo] = useState('');
  const [isTried, setTried] = useState(false);
  const isAll = ids === null;
  const isIncomplete = to === '' || (isAll && (coachId === '' || from === '' || until === ''));
  const fault = isIncomplete
    ? isAll
      ? words.missingPeriod
      : words.missing
    : isAll && until < from
      ? words.backwards
      : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null) void store.preview(to, isAll ? { coachId, from, until } : null);
  };
  const select = (id: string, label: string, value: string, onChoose: (id: string) => void, without = '') => (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{words.choose}</option>
        {plan.coaches
          .filter((coach) => coach.id !== without)
          .map((coach) => (
            <option key={coach.id} value={coach.id}>
              {coach.name}
            </option>
          ))}
      </select>
    </div>
  );
  return (
    <form className="stack gap-3.5" noValidate onSubmit={submit}>
      {isAll ? (
        <>
          {select('change-of', words.of, coachId, setCoachId)}
          <Field
            id="change-from"
            label={words.from}
            type="date"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Field
            id="change-until"
            label={words.until}
            type="date"
            value={until}
            onChange={({ target }) => setUntil(target.value)}
          />
        </>
      ) : (
        <p className="quiet">{words.chosen(ids.length)}</p>
      )}
      {select('change-to', words.to, to, setTo, coachId)}
      {isTried && fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {words.next}
        </Button>
      </div>
    </form>
  );
}

interface PreviewProps {
  store: CoachChanges;
  change: CoachChange;
  hasChanged: boolean;
  busy: boolean;
}

function Preview({ store, change, hasChanged, busy }: PreviewProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = change.needs_reason && reason.trim() === '';
  const changing = changesOf(change);
  const leftOut = change.places.filter(({ left_out }) => left_out !== null);
  const concerns = [...new Set(changing.flatMap(words.concerns))];
  return (
    <form
      className="schedule-question"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isMissing) void store.confirm(change.needs_reason ? reason.trim() : null);
      }}
    >
      {hasChanged && <Notice tone="warn">{words.hasChanged}</Notice>}
      {concerns.length > 0 && <Notice tone="warn" title={coachConcernMessages.title} list={concerns} />}
      {leftOut.length > 0 && <Notice title={words.leftOutTitle} list={leftOut.map(words.leftOut)} />}
      <div className="schedule-consequences">
        <b>{words.consequences}</b>
        <p>{changing.length === 0 ? words.nothing : words.means(change)}</p>
        <ul>
          {changing.map((place) => (
            <li key={place.place_id}>{words.becomes(place)}</li>
          ))}
        </ul>
      </div>
      {change.needs_reason && (
        <AssignReason
          id="change-reason"
          value={reason}
          isMissing={isTried && isMissing}
          onChange={setReason}
        />
      )}
      {changing.length === 0 ? (
        <div className="row">
          <Button kind="line" onClick={store.back}>
            {words.back}
          </Button>
        </div>
      ) : (
        <ConfirmActions keep={words.back} onKeep={store.back} act={words.confirm} busy={busy} />
      )}
    </form>
  );
}
