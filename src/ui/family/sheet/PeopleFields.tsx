import { emptyPerson, type PersonTyped } from '#domain/contact-person.ts';
import type { Faults } from '#domain/fault.ts';
import { Button } from '../../Button.tsx';
import { useFocusOnAdded } from '../../people/use-focus-on-added.ts';
import { PersonFields } from '../../people/PersonFields.tsx';
import { faultMessage } from '../../people/messages.ts';

interface Props {
  group: string;
  people: readonly PersonTyped[];
  faults: Faults;
  needsPhone?: boolean;
  most: number;
  /** `cleared` names the fields whose errors this change removes. */
  onChange: (people: readonly PersonTyped[], ...cleared: string[]) => void;
}

export function PeopleFields({ group, people, faults, needsPhone = false, most, onChange }: Props) {
  useFocusOnAdded(people.length, (index) => `${group}[${index}].name`);
  const errorOf = (id: string) => faults[id] && faultMessage(faults[id]);
  const put = (index: number, next: PersonTyped) =>
    onChange(
      people.map((person, at) => (at === index ? next : person)),
      `${group}[${index}].name`,
      `${group}[${index}].phone`,
    );
  // After a person is removed, the others have new positions, so errors at the old positions no longer apply.
  const remove = (index: number) =>
    onChange(
      people.filter((_, at) => at !== index),
      ...Object.keys(faults),
    );
  return (
    <div className="sheet-people stack gap-5">
      {people.map((person, index) => (
        <div key={index} className="fields two" role="group" aria-label={`Person ${index + 1}`}>
          <PersonFields
            id={`${group}[${index}]`}
            person={person}
            needsPhone={needsPhone}
            errorOf={errorOf}
            onChange={(next) => put(index, next)}
          />
          <div className="sheet-remove">
            <button type="button" className="text-button" onClick={() => remove(index)}>
              Remove<span className="sr-only"> {person.name || `person ${index + 1}`}</span>
            </button>
          </div>
        </div>
      ))}
      {people.length < most && (
        <div>
          <Button kind="line" small onClick={() => onChange([...people, emptyPerson])}>
            Add a person
          </Button>
        </div>
      )}
    </div>
  );
}
