import { Field } from '../../ui/Field.tsx';
import type { Person } from './child.ts';
import { childWords } from './messages.ts';

interface Props {
  id: string;
  person: Person;
  needsPhone?: boolean;
  errorOf: (id: string) => string | undefined;
  onChange: (person: Person) => void;
}

/** Somebody who may collect a child, or whom we call. */
export function PersonFields({ id, person, needsPhone, errorOf, onChange }: Props) {
  return (
    <div className="fields two">
      <Field
        id={`${id}-name`}
        label={childWords.name}
        autoComplete="off"
        maxLength={120}
        value={person.name}
        error={errorOf(`${id}-name`)}
        onChange={(event) => onChange({ ...person, name: event.target.value })}
      />
      <Field
        id={`${id}-relationship`}
        label={childWords.relationship}
        autoComplete="off"
        maxLength={60}
        value={person.relationship}
        onChange={(event) => onChange({ ...person, relationship: event.target.value })}
      />
      <Field
        id={`${id}-phone`}
        label={needsPhone ? childWords.phone : childWords.phoneOptional}
        type="tel"
        autoComplete="off"
        maxLength={40}
        value={person.phone}
        error={errorOf(`${id}-phone`)}
        onChange={(event) => onChange({ ...person, phone: event.target.value })}
      />
    </div>
  );
}
