import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { missingTexts, useForm } from '#ui/kit/form/use-form.ts';
import { Notice } from '#ui/Notice.tsx';
import type { Child } from '../model.ts';
import { findBlocked, type HandOver, startHandOver } from './draft.ts';
import { CallParents } from './CallParents.tsx';
import { otherMessages } from './messages.ts';

interface Props {
  child: Child;
  onHandOver: (draft: HandOver) => void;
}

/**
 * The form for a person who is not on the list. The coach calls a parent, writes down the name and checks a photo ID.
 */
export function OtherPerson({ child, onHandOver }: Props) {
  const form = useForm({
    empty: { 'other-name': '', 'other-called': false, 'other-id': false },
    check: (values) => missingTexts(values, 'other-name'),
    send: ({ 'other-name': name, 'other-called': parent_called, 'other-id': id_checked }) =>
      onHandOver({ ...startHandOver('other_person', name.trim()), id_checked, parent_called }),
  });
  const { 'other-name': name, 'other-called': isCalled, 'other-id': isChecked } = form.values;
  const errorOf = useErrorOf(form, () => otherMessages.needed);
  const blockedPerson = findBlocked(child, name);
  return (
    <Form form={form} className="stack mt-4 gap-3">
      <h3>{otherMessages.title}</h3>
      <p>{otherMessages.callFirst}</p>
      <CallParents parents={child.collecting_parents} />
      <Field
        id="other-name"
        label={otherMessages.name}
        value={name}
        maxLength={120}
        autoComplete="off"
        error={errorOf('other-name')}
        onChange={({ target }) => form.change({ 'other-name': target.value })}
      />
      {blockedPerson && (
        <Notice tone="bad">{otherMessages.warning(blockedPerson.name, blockedPerson.note)}</Notice>
      )}
      <Checkbox
        id="other-called"
        checked={isCalled}
        onChange={() => form.change({ 'other-called': !isCalled })}
      >
        {otherMessages.called}
      </Checkbox>
      <Checkbox id="other-id" checked={isChecked} onChange={() => form.change({ 'other-id': !isChecked })}>
        {otherMessages.id}
      </Checkbox>
      <p className="quiet">{otherMessages.notified}</p>
      <Button kind="solid" wide type="submit">
        {otherMessages.next(child.name)}
      </Button>
    </Form>
  );
}
