import { type SubmitEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Child } from '../model.ts';
import { findBlocked, type HandOver, startHandOver } from './draft.ts';
import { CallParents } from './CallParents.tsx';
import { otherMessages } from './messages.ts';

interface Props {
  child: Child;
  onHandOver: (draft: HandOver) => void;
}

/** For a person who is not on the list: call a parent, write down the name and check a photo ID. */
export function OtherPerson({ child, onHandOver }: Props) {
  const [name, setName] = useState('');
  const [called, setCalled] = useState(false);
  const [id, setId] = useState(false);
  const [tried, setTried] = useState(false);
  const blocked = findBlocked(child, name);
  function next(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    onHandOver({ ...startHandOver('other_person', name.trim()), id_checked: id, parent_called: called });
  }
  return (
    <form className="stack mt-4 gap-3" onSubmit={next} noValidate>
      <h3>{otherMessages.title}</h3>
      <p>{otherMessages.callFirst}</p>
      <CallParents parents={child.collecting_parents} />
      <Field
        id="other-name"
        label={otherMessages.name}
        value={name}
        maxLength={120}
        autoComplete="off"
        error={tried && name.trim() === '' ? otherMessages.needed : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {blocked && <Notice tone="bad">{otherMessages.warning(blocked.name, blocked.note)}</Notice>}
      <Checkbox id="other-called" checked={called} onChange={() => setCalled(!called)}>
        {otherMessages.called}
      </Checkbox>
      <Checkbox id="other-id" checked={id} onChange={() => setId(!id)}>
        {otherMessages.id}
      </Checkbox>
      <p className="quiet">{otherMessages.notified}</p>
      <Button kind="solid" wide type="submit">
        {otherMessages.next(child.name)}
      </Button>
    </form>
  );
}
