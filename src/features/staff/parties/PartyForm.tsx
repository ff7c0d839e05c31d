import { useStore } from '@nanostores/react';
import { GUESTS_MAX, PartyFields } from '#contract/management-parties.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { maxLengthAt } from '#ui/kit/form/schema.ts';
import { Notice } from '#ui/Notice.tsx';
import { EmailField } from '#ui/people/EmailField.tsx';
import { PhoneField } from '#ui/people/PhoneField.tsx';
import type { PartyFormStore } from './form.ts';
import { fieldFault, formMessages } from './messages.ts';
import { movedIn, type PartyDraft, type PartyOptions } from './model.ts';
import '#ui/people/error-summary.css';
import '#ui/people/email-note.css';

interface Props {
  form: PartyFormStore;
  options: PartyOptions;
  save: string;
  /** If an existing party is changed, the number of guests who would get a mail. */
  mails?: number;
  onLeave: () => void;
}

/** If saving fails, the typed values stay. */
export function PartyForm({ form, options, save, mails = 0, onLeave }: Props) {
  const draft = useStore(form.$values);
  const before = useStore(form.$saved);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const errorOf = useErrorOf(form, fieldFault);
  const labels: Record<string, string> = formMessages.labels;
  const type = (field: keyof PartyDraft, value: string) => form.change({ [field]: value });
  const textField = (field: keyof PartyDraft) => ({
    id: field,
    label: formMessages.labels[field],
    value: draft[field],
    error: errorOf(field),
    maxLength: maxLengthAt(PartyFields, field),
    onChange: ({ target }: { target: { value: string } }) => type(field, target.value),
  });
  return (
    <Form form={form} className="party-form" labelOf={(id) => labels[id] ?? id} messageOf={fieldFault}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <div className="fields two">
        <Field {...textField('title')} hint={formMessages.titleHint} wide required autoComplete="off" />
        <Field {...textField('day')} type="date" wide required />
        <div className="party-hours">
          <Field {...textField('from')} type="time" required />
          <Field {...textField('until')} type="time" required />
        </div>
        <Field {...textField('place')} required autoComplete="off" />
        <Field
          {...textField('head_count')}
          type="number"
          inputMode="numeric"
          min={1}
          max={GUESTS_MAX}
          required
        />
        <Field {...textField('host_name')} required autoComplete="off" />
        <PhoneField
          id="host_phone"
          label={formMessages.labels.host_phone}
          error={errorOf('host_phone')}
          value={draft.host_phone}
          autoComplete="off"
          onType={(value) => type('host_phone', value)}
        />
        <EmailField
          id="host_email"
          label={formMessages.labels.host_email}
          error={errorOf('host_email')}
          hint={formMessages.emailHint}
          wide
          value={draft.host_email}
          autoComplete="off"
          onType={(value) => type('host_email', value)}
        />
        <Choice
          id="offer_id"
          label={formMessages.labels.offer_id}
          value={draft.offer_id}
          none={formMessages.noPackage}
          options={packageOptions(options.packages, draft.offer_id)}
          onChoose={(value) => type('offer_id', value)}
        />
        <Choice
          id="form_id"
          label={formMessages.labels.form_id}
          value={draft.form_id}
          none={formMessages.usualForm}
          options={options.forms.map(({ id, title }) => [id, title])}
          onChoose={(value) => type('form_id', value)}
        />
      </div>
      {mails > 0 && movedIn(draft, before) && (
        <Checkbox
          id="tell"
          checked={draft.notify}
          note={formMessages.tellNote(mails)}
          onChange={({ target }) => form.change({ notify: target.checked })}
        >
          {formMessages.notify}
        </Checkbox>
      )}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {formMessages.leave}
        </Button>
      </div>
    </Form>
  );
}

/** Returns the packages to choose from. The agreed package is one of them, even if it is no longer sold. */
const packageOptions = (packages: PartyOptions['packages'], chosenId: string): [string, string][] => [
  ...packages.map(({ id, name }): [string, string] => [id, name]),
  ...(chosenId === '' || packages.some(({ id }) => id === chosenId)
    ? []
    : [[chosenId, formMessages.oldPackage] as [string, string]]),
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
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  </div>
);
