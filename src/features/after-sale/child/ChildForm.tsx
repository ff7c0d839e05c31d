import { MOST_PEOPLE } from '#contract/contact.ts';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { emptyPerson, type PersonTyped } from '#domain/contact-person.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { ErrorSummary } from '#ui/people/ErrorSummary.tsx';
import { PersonFields } from '#ui/people/PersonFields.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { noAnswers, type ChildAnswers } from './child.ts';
import { askedMessages, childFaultMessage, childFieldName, childMessages } from './messages.ts';
import type { Manage } from '../store.ts';

interface Props {
  manage: Manage;
  child: number;
  name: string;
  /** Whether some health information is already known. */
  isReported: boolean;
  /** Whether this form is all that the page asks, so that it has no close button. */
  isAsked?: boolean;
}

const notes = [
  ['allergies', 'allergies', childMessages.allergies],
  ['medications', 'medicines', childMessages.medicines],
  ['medical_conditions', 'conditions', childMessages.conditions],
  ['physical_limitations', 'help', childMessages.help],
] as const;

/** Fields whose errors a change of a person clears; `allergies` has the error of an empty form. */
const partsOf = (person: string) => ['allergies', `${person}.name`, `${person}.phone`];

export function ChildForm({ manage: { children, $busy }, child, name, isReported, isAsked = false }: Props) {
  const busy = useStore($busy);
  const faults = useStore(children.$faults);
  const refusals = useStore(children.$refusals);
  const [answers, setAnswers] = useState<ChildAnswers>(noAnswers);
  /** `fields` are those whose errors this change clears. */
  const put = (patch: Partial<ChildAnswers>, ...fields: string[]) => {
    setAnswers({ ...answers, ...patch });
    children.mend(...fields);
  };
  const errorOf = (id: string) => faults[id] && childFaultMessage(faults[id]);
  const putPerson = (index: number, person: PersonTyped) =>
    put(
      { pickup: answers.pickup.map((one, at) => (at === index ? person : one)) },
      ...partsOf(`pickup_authorizations[${index}]`),
    );

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void children.save(child, name, answers);
  }
  return (
    <form className="child-form" noValidate onSubmit={save}>
      <ErrorSummary
        faults={Object.entries(faults).map(([id, fault]) => ({
          id,
          text: `${childFieldName(id)}: ${childFaultMessage(fault)}`,
        }))}
        refusals={refusals}
      />
      {notes.map(([id, key, label]) => (
        <TextArea
          key={id}
          id={id}
          label={label}
          value={answers[key]}
          rows={2}
          hint={childMessages.noteHint}
          error={errorOf(id)}
          onType={(text) => put({ [key]: text }, 'allergies', id)}
        />
      ))}
      {!isReported && notes.every(([, key]) => answers[key].trim() === '') && (
        <Checkbox
          id="nothing-to-report"
          checked={answers.isNothing}
          onChange={(event) => put({ isNothing: event.target.checked }, 'allergies')}
        >
          {childMessages.nothingToReport}
        </Checkbox>
      )}
      <fieldset className="targets">
        <legend>{childMessages.pickup}</legend>
        <p className="hint">{isAsked ? askedMessages.pickupHint : childMessages.pickupHint}</p>
        {answers.pickup.map((person, index) => (
          <div key={index} className="fields two">
            <PersonFields
              id={`pickup_authorizations[${index}]`}
              person={person}
              errorOf={errorOf}
              onChange={(next) => putPerson(index, next)}
            />
          </div>
        ))}
        {answers.pickup.length < MOST_PEOPLE && (
          <div>
            <Button kind="line" small onClick={() => put({ pickup: [...answers.pickup, emptyPerson] })}>
              {childMessages.add}
            </Button>
          </div>
        )}
      </fieldset>
      <fieldset className="targets">
        <legend>{childMessages.emergency}</legend>
        <p className="hint">{isAsked ? askedMessages.emergencyHint : childMessages.emergencyHint}</p>
        <div className="fields two">
          <PersonFields
            id="emergency_contacts[0]"
            person={answers.emergency}
            needsPhone
            errorOf={errorOf}
            onChange={(emergency) => put({ emergency }, ...partsOf('emergency_contacts[0]'))}
          />
        </div>
      </fieldset>
      <div className="row">
        <Button type="submit" kind="solid" busy={busy}>
          {isAsked ? askedMessages.send(name) : childMessages.save}
        </Button>
        {!isAsked && (
          <Button kind="line" onClick={() => children.open(null)}>
            {childMessages.close}
          </Button>
        )}
      </div>
    </form>
  );
}
