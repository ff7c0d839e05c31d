import { emptyPerson, type PersonTyped } from '#domain/contact-person.ts';
import type { Faults } from '#domain/fault.ts';
import { Button } from '../../Button.tsx';
import { useFocusOnAdded } from '../../people/added.ts';
import { PersonFields } from '../../people/PersonFields.tsx';
import { faultWords } from '../../people/words.ts';

interface Props {
  /** Of the list, as SQL names it: `emergency_contacts`. */
  group: string;
  people: readonly PersonTyped[];
  faults: Faults;
  needsPhone?: boolean;
  /** How many may stand there. */
  most: number;
  /** `mended`: fields that are looked at anew with it. */
  onChange: (people: readonly PersonTyped[], ...mended: string[]) => void;
}

/** A list of persons: each with name, who it is and phone, one may be added or taken away. */
export function PeopleFields({ group, people, faults, needsPhone = false, most, onChange }: Props) {
  useFocusOnAdded(people.length, (index) => `${group}[${index}].name`);
  const errorOf = (id: string) => faults[id] && faultWords(faults[id]);
  const put = (index: number, next: PersonTyped) =>
    onChange(
      people.map((person, at) => (at === index ? next : person)),
      `${group}[${index}].name`,
      `${group}[${index}].phone`,
    );
  // What was wrong with the others stands elsewhere now.
  const remove = (index: number) =>
    onChange(
      people.filter((_, at) => at !== index),
      ...Object.keys(faults),
    );
  return (
    <div className="sheet-people">
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
