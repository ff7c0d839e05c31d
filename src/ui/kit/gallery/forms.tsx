import { useState } from 'react';
import { useStore } from '@nanostores/react';
import * as v from 'valibot';
import { Button } from '../../Button.tsx';
import { Notice } from '../../Notice.tsx';
import type { Message } from '../action.ts';
import { checkFields } from '../form/check.ts';
import { fieldsOf, type Values } from '../form/field.ts';
import { Fields } from '../form/Fields.tsx';
import { createForm } from '../form/form.ts';
import { Form } from '../form/Form.tsx';
import { Part, State } from './Part.tsx';
import '../../people/error-summary.css';
import '../form/fields.css';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120));
const Example = v.object({
  name: text,
  dob: v.string(),
  phone: v.nullable(v.string()),
  allergies: v.nullable(text),
  shirt: v.nullable(v.string()),
  note: v.nullable(text),
});

/** Returns the fields of an example. Ids must be unique on a page, so each state has its own paths. */
const exampleFields = (state: string) => {
  const field = fieldsOf(Example);
  const sizes = ['110', '120', '130'].map((value) => ({ value, label: value }));
  return [
    field('name', 'text', { label: 'Name' }, { required: true, autoComplete: 'off' }),
    field('dob', 'birth', { label: 'Date of birth' }),
    field('phone', 'phone', { label: 'Mobile' }, { autoComplete: 'off' }),
    field('allergies', 'lines', { label: 'Allergies', hint: 'One at a time.' }),
    field('shirt', 'choice', { label: 'Shirt size' }, { options: sizes }),
    field('note', 'area', { label: 'Anything else', hint: 'Coaches see this.' }),
  ].map((one) => ({ ...one, path: `${state}-${one.path}` }));
};

const outcomes = {
  saved: { tone: 'calm', text: 'Saved.' },
  refused: { tone: 'bad', text: 'That was not saved. Everything you typed is still here. Please try again.' },
} as const satisfies Record<string, Message>;

interface Props {
  state: string;
  values?: Values;
  field?: string;
  outcome: Message;
  isPressed?: boolean;
}

function Trial({ state, values = {}, field, outcome, isPressed = false }: Props) {
  const fields = exampleFields(state);
  const [form] = useState(() => {
    const exampleForm = createForm(v.looseObject({}), {
      empty: values,
      read: (typed) => ({ faults: checkFields(fields, typed, '2026-12-01'), body: typed }),
      send: async () => {
        // The request takes a second, so that the busy state can be seen.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        if (outcome.tone === 'calm') return { ok: true, value: null };
        return { ok: false, code: 'invalid_input', ...(field !== undefined && { field }) };
      },
      onSent: (): Message => outcome,
      onRefused: () => outcome,
    });
    // Only the errors are set, because submitting the form would move the focus.
    if (isPressed) exampleForm.$faults.set(checkFields(fields, values, '2026-12-01'));
    return exampleForm;
  });
  const busy = useStore(form.$busy);
  const message = useStore(form.$outcome);
  return (
    <Form
      form={form}
      className="fields"
      labelOf={(id) => fields.find(({ path }) => path === id)?.label ?? id}
      head={message && <Notice tone={message.tone}>{message.text}</Notice>}
    >
      <Fields fields={fields} form={form} />
      <Button type="submit" kind="solid" busy={busy}>
        Save changes
      </Button>
    </Form>
  );
}

const filled = (state: string): Values => ({
  [`${state}-name`]: 'Kai Tan',
  [`${state}-dob`]: '2018-3-14',
  [`${state}-phone`]: '+65 9123 4567',
  [`${state}-allergies`]: 'Peanuts\nBees',
  [`${state}-shirt`]: '120',
});

export const FormPart = () => (
  <Part title="createForm, Form, Fields">
    <State name="empty; press it for the summary">
      <Trial state="empty" outcome={outcomes.saved} />
    </State>
    <State name="filled in; press it: saved">
      <Trial state="filled" values={filled('filled')} outcome={outcomes.saved} />
    </State>
    <State name="with errors beside the fields">
      <Trial
        state="errors"
        values={{ 'errors-dob': '2031-3-14', 'errors-phone': '9123' }}
        outcome={outcomes.saved}
        isPressed
      />
    </State>
    <State name="press it: the server refuses the name">
      <Trial state="field" values={filled('field')} field="field-name" outcome={outcomes.refused} />
    </State>
    <State name="press it: the server refuses, and no field is wrong">
      <Trial state="refused" values={filled('refused')} outcome={outcomes.refused} />
    </State>
  </Part>
);
