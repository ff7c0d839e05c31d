import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { oneLine } from '#domain/one-line.ts';
import type { Child } from '../model.ts';
import { CallParents } from './CallParents.tsx';
import { refuseMessages } from './messages.ts';

interface Props {
  child: Child;
  onRefuse: (person: string, reason: string) => void;
}

/** A coach records that somebody came, but the child was not handed over. */
export function NotHandedOver({ child, onRefuse }: Props) {
  const form = useForm({
    empty: { 'refused-person': '', 'refused-reason': '' },
    check: (values) => missingTexts(values, 'refused-person', 'refused-reason'),
    send: ({ 'refused-person': person, 'refused-reason': reason }) => onRefuse(person.trim(), reason.trim()),
  });
  const errorOf = useErrorOf(form, () => refuseMessages.needed);
  return (
    <Form form={form} className="stack mt-4 gap-3">
      <h3>
        <WithNames text={refuseMessages.title(child.name)} names={[child.name]} />
      </h3>
      <CallParents parents={child.collecting_parents} />
      <Field
        id="refused-person"
        label={refuseMessages.person}
        value={form.values['refused-person']}
        maxLength={120}
        autoComplete="off"
        error={errorOf('refused-person')}
        onChange={({ target }) => form.change({ 'refused-person': target.value })}
      />
      <TextArea
        id="refused-reason"
        label={refuseMessages.reason}
        value={form.values['refused-reason']}
        error={errorOf('refused-reason')}
        onType={(text) => form.change({ 'refused-reason': oneLine(text, 300) })}
      />
      <p className="quiet">{refuseMessages.notified}</p>
      <Button kind="solid" wide type="submit">
        {refuseMessages.write(child.name)}
      </Button>
    </Form>
  );
}
