import { type SubmitEvent, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { oneLine } from '../one-line.ts';
import type { Child } from '../model.ts';
import { CallParents } from './CallParents.tsx';
import { refuseMessages } from './messages.ts';

interface Props {
  child: Child;
  onRefuse: (person: string, reason: string) => void;
}

/** Records that somebody came but the child was not handed over. */
export function NotHandedOver({ child, onRefuse }: Props) {
  const [person, setPerson] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = (text: string) => (tried && text.trim() === '' ? refuseMessages.needed : undefined);
  function refuse(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (person.trim() !== '' && reason.trim() !== '') onRefuse(person.trim(), reason.trim());
  }
  return (
    <form className="stack mt-4 gap-3" onSubmit={refuse} noValidate>
      <h3>
        <WithNames text={refuseMessages.title(child.name)} names={[child.name]} />
      </h3>
      <CallParents parents={child.collecting_parents} />
      <Field
        id="refused-person"
        label={refuseMessages.person}
        value={person}
        maxLength={120}
        autoComplete="off"
        error={missing(person)}
        onChange={(event) => setPerson(event.target.value)}
      />
      <TextArea
        id="refused-reason"
        label={refuseMessages.reason}
        value={reason}
        error={missing(reason)}
        onType={(text) => setReason(oneLine(text, 300))}
      />
      <p className="quiet">{refuseMessages.notified}</p>
      <Button kind="solid" wide type="submit">
        {refuseMessages.write(child.name)}
      </Button>
    </form>
  );
}
