import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CoachChange } from '#contract/coach-time.ts';
import type { WeekPlan } from '#contract/management-schedule.ts';
import { addDays, today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import type { FormField } from '#ui/kit/form/field.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { Notice } from '#ui/Notice.tsx';
import { AssignReason } from '#ui/staff/AssignReason.tsx';
import { coachConcernMessages, noReasonMessage } from '#ui/staff/messages.ts';
import { SideFrame } from '#ui/staff/SideFrame.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { changesOf, coachChangeMessages as words, coachChangeRefusals } from './messages.ts';
import { findFaults } from './model.ts';
import { type CoachChanges, createCoachChanges } from './store.ts';

interface Props {
  /** The selected sessions and camps. Null means everything that a coach has between two days. */
  ids: readonly string[] | null;
  plan: WeekPlan;
  onChanged: () => void;
  onClose: () => void;
}

/** Shows the consequences before several sessions and camps get another coach. */
export function ChangeCoachSheet({ ids, plan, onChanged, onClose }: Props) {
  const [store] = useState(() => createCoachChanges(ids, onChanged));
  const view = useStore(store.$view);
  const busy = useStore(store.$busy);
  return (
    <SideFrame title={words.title} closeLabel={words.close} onClose={onClose}>
      {'code' in view && view.code !== null && <RefusalNotice code={view.code} own={coachChangeRefusals} />}
      {/* The form stays mounted, so it keeps what was chosen. */}
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
  const form = useForm({
    empty: {
      'change-of': '',
      'change-from': today(),
      'change-until': addDays(today(), 6),
      'change-to': '',
    },
    check: (values) => findFaults(values, ids === null),
    send: ({ 'change-of': coachId, 'change-from': from, 'change-until': until, 'change-to': to }) =>
      store.preview(to, ids === null ? { coachId, from, until } : null),
  });
  const coaches = plan.coaches.map(({ id, name }) => ({ value: id, label: name }));
  const coach = (path: string, label: string, options: typeof coaches): FormField => ({
    path,
    label,
    options,
    kind: 'choice',
    none: words.choose,
    required: true,
  });
  const day = (path: string, label: string): FormField => ({ path, label, kind: 'date' });
  const to = coach(
    'change-to',
    words.to,
    coaches.filter(({ value }) => value !== form.values['change-of']),
  );
  return (
    <Form form={form} className="stack gap-3.5">
      {ids !== null && <p className="quiet">{words.chosen(ids.length)}</p>}
      <Fields
        form={form}
        messageOf={words.faultOf}
        fields={
          ids === null
            ? [
                coach('change-of', words.of, coaches),
                day('change-from', words.from),
                day('change-until', words.until),
                to,
              ]
            : [to]
        }
      />
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {words.next}
        </Button>
      </div>
    </Form>
  );
}

interface PreviewProps {
  store: CoachChanges;
  change: CoachChange;
  hasChanged: boolean;
  busy: boolean;
}

function Preview({ store, change, hasChanged, busy }: PreviewProps) {
  const form = useForm({
    empty: { 'change-reason': '' },
    check: (values) => (change.needs_reason ? missingTexts(values, 'change-reason') : {}),
    send: ({ 'change-reason': reason }) => store.confirm(change.needs_reason ? reason.trim() : null),
  });
  const errorOf = useErrorOf(form, () => noReasonMessage);
  const changedPlaces = changesOf(change);
  const leftOut = change.places.filter(({ left_out }) => left_out !== null);
  const concerns = [...new Set(changedPlaces.flatMap(words.concerns))];
  return (
    <Form form={form} className="schedule-question">
      {hasChanged && <Notice tone="warn">{words.hasChanged}</Notice>}
      {concerns.length > 0 && <Notice tone="warn" title={coachConcernMessages.title} list={concerns} />}
      {leftOut.length > 0 && <Notice title={words.leftOutTitle} list={leftOut.map(words.leftOut)} />}
      <div className="schedule-consequences">
        <b>{words.consequences}</b>
        <p>{changedPlaces.length === 0 ? words.nothing : words.means(change)}</p>
        <ul>
          {changedPlaces.map((place) => (
            <li key={place.place_id}>{words.becomes(place)}</li>
          ))}
        </ul>
      </div>
      {change.needs_reason && (
        <AssignReason
          id="change-reason"
          value={form.values['change-reason']}
          error={errorOf('change-reason')}
          onChange={(reason) => form.change({ 'change-reason': reason })}
        />
      )}
      {changedPlaces.length === 0 ? (
        <div className="row">
          <Button kind="line" onClick={store.back}>
            {words.back}
          </Button>
        </div>
      ) : (
        <ConfirmActions keep={words.back} onKeep={store.back} act={words.confirm} busy={busy} />
      )}
    </Form>
  );
}
