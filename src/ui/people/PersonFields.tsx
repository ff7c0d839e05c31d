import type { PersonTyped } from '#domain/contact-person.ts';
import { Field } from '../Field.tsx';
import { PhoneField } from './PhoneField.tsx';
import { personLabels } from './messages.ts';

interface Props {
  /**
   * The path of the person, such as `emergency_contacts[0]`. The inputs have the ids `emergency_contacts[0].name` and
   * `emergency_contacts[0].phone`.
   */
  id: string;
  person: PersonTyped;
  needsPhone?: boolean;
  errorOf: (id: string) => string | undefined;
  onChange: (person: PersonTyped) => void;
  onLeavePhone?: () => void;
}

export function PersonFields({ id, person, needsPhone, errorOf, onChange, onLeavePhone }: Props) {
  return (
    <>
      <Field
        id={`${id}.name`}
        label={personLabels.name}
        autoComplete="off"
        maxLength={120}
        value={person.name}
        error={errorOf(`${id}.name`)}
        onChange={(event) => onChange({ ...person, name: event.target.value })}
      />
      <Field
        id={`${id}.relationship`}
        label={`${personLabels.relationship} (optional)`}
        placeholder="Grandmother"
        autoComplete="off"
        maxLength={60}
        value={person.relationship}
        onChange={(event) => onChange({ ...person, relationship: event.target.value })}
      />
      <PhoneField
        id={`${id}.phone`}
        label={needsPhone ? personLabels.phone : `${personLabels.phone} (optional)`}
        autoComplete="off"
        maxLength={40}
        value={person.phone}
        error={errorOf(`${id}.phone`)}
        onType={(phone) => onChange({ ...person, phone })}
        onBlur={onLeavePhone}
      />
    </>
  );
}
