import { type SubmitEvent, useState } from 'react';
import { useStore } from '@nanostores/react';
import type { Fault } from '#domain/fault.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { ErrorSummary } from '#ui/people/ErrorSummary.tsx';
import { createFaults } from '#ui/people/faults.ts';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import { fieldFault, formWords } from './messages.ts';
import { faultsOf, fieldOf, HEADS_MOST, movedIn, type PartyDraft, type Known } from './model.ts';
import '#ui/people/error-summary.css';
import '#ui/people/email-note.css';

interface Props {
  before: PartyDraft;
  /** For a party that is being changed: its previous start, and the number of mails that a change would send. */
  wasAt?: string;
  mails?: number;
  known: Known;
  busy: boolean;
  save: string;
  /** The database's refusal: the name of a field, or a message about something else. */
  refused: { field: string | null; words: string } | null;
  onSave: (draft: PartyDraft, tell: boolean) => void;
  onLeave: () => void;
}

/** The form of a party. If saving fails, everything typed stays. */
export function PartyForm({ before, wasAt, mails = 0, known, busy, save, refused, onSave, onLeave }: Props) {
  const [draft, setDraft] = useState(before);
  const [tell, setTell] = useState(true);
  const [faults] = useState(createFaults);
  const wrong = useStore(faults.$faults);
  const refusals = useStore(faults.$refusals);
  const sent = refused?.field ? { [fieldOf(refused.field)]: { kind: 'not_accepted' } as const } : {};
  const shown: Record<string, Fault> = Object.keys(wrong).length > 0 ? wrong : sent;
  const labels: Record<string, string> = formWords.labels;
  const type = (field: keyof PartyDraft, value: string) => {
    setDraft({ ...draft, [field]: value });
    faults.mend(field);
  };
  const errorOf = (field: keyof PartyDraft) => {
    const fault = shown[field];
    return fault && fieldFault(field, fault);
  };
  const textField = (field: keyof PartyDraft) => ({
    ...{ id: field, label: formWords.labels[field], value: draft[field], error: errorOf(field) },
    onChange: ({ target }: { target: { value: string } }) => type(field, target.value),
  });
  const mayTell = mails > 0 && movedIn(draft, before);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = faultsOf(draft, wasAt ?? null);
    faults.reject(found);
    if (Object.keys(found).length === 0 && !busy) onSave(draft, mayTell && tell);
  }
  return (
    <form className="party-form" noValidate onSubmit={submit}>
      <ErrorSummary
        refusals={refusals}
        faults={Object.entries(shown).map(([id, fault]) => ({
          id,
          text: `${labels[id] ?? id}: ${fieldFault(id, fault)}`,
        }))}
      />
      {refused !== null && refused.field === null && <Notice tone="bad">{refused.words}</Notice>}
      <div className="fields two">
        <Field
          {...textField('title')}
          hint={formWords.titleHint}
          maxLength={120}
          wide
          required
          autoComplete="off"
        />
        <Field {...textField('day')} type="date" wide required />
        <div className="party-hours">
          <Field {...textField('from')} type="time" required />
          <Field {...textField('until')} type="time" required />
        </div>
        <Field {...textField('place')} maxLength={300} required autoComplete="off" />
        <Field
          {...textField('head_count')}
          type="number"
          inputMode="numeric"
          min={1}
          max={HEADS_MOST}
          required
        />
        <Field {...textField('host_name')} maxLength={120} required autoComplete="off" />
        <PhoneField
          {...{ id: 'host_phone', label: formWords.labels.host_phone, error: errorOf('host_phone') }}
          value={draft.host_phone}
          autoComplete="off"
          onType={(value) => type('host_phone', value)}
        />
        <EmailField
          {...{ id: 'host_email', label: formWords.labels.host_email, error: errorOf('host_email') }}
          hint={formWords.emailHint}
          wide
          value={draft.host_email}
          autoComplete="off"
          onType={(value) => type('host_email', value)}
        />
        <Choice
          {...{
            id: 'offer_id',
            label: formWords.labels.offer_id,
            value: draft.offer_id,
            none: formWords.noPackage,
          }}
          options={optionsOf(known.packages, draft.offer_id)}
          onChoose={(value) => type('offer_id', value)}
        />
        <Choice
          {...{
            id: 'form_id',
            label: formWords.labels.form_id,
            value: draft.form_id,
            none: formWords.usualForm,
          }}
          options={known.forms.map(({ id, title }) => [id, title])}
          onChoose={(value) => type('form_id', value)}
        />
      </div>
      {mayTell && (
        <Checkbox id="tell" checked={tell} note={formWords.tellNote(mails)} onChange={() => setTell(!tell)}>
          {formWords.tell}
        </Checkbox>
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formWords.leave}
        </Button>
      </div>
    </form>
  );
}

/** The agreed package remains an option even if it is no longer sold. */
const optionsOf = (packages: Known['packages'], chosen: string): [string, string][] => [
  ...packages.map(({ id, name }): [string, string] => [id, name]),
  ...(chosen === '' || packages.some(({ id }) => id === chosen)
    ? []
    : [[chosen, formWords.oldPackage] as [string, string]]),
];

interface ChoiceProps {
  id: string;
  label: string;
  value: string;
  none: string;
  options: readonly [string, string][];
  onChoose: (value: string) => void;
}
const Choice = ({ id, label, value, none, options, onChoose }: ChoiceProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <select id={id} className="input" value={value} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{none}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
