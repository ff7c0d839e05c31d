import { MAX_PEOPLE } from '#contract/contact.ts';
import { useStore } from '@nanostores/react';
import { emptyPerson, type PersonTyped } from '#domain/contact-person.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { PersonFields } from '#ui/people/PersonFields.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { type ChildAnswers, noteFields } from './child.ts';
import { requestedMessages, childFaultMessage, childFieldName, childMessages } from './messages.ts';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  child: number;
  name: string;
  isReported: boolean;
  /** True on the page for requested details, which contains nothing but this form. It has no close button there. */
  isRequested?: boolean;
}

const partsOf = (person: string) => [`${person}.name`, `${person}.phone`];

export function ChildForm({ manage: { children }, child, name, isReported, isRequested = false }: Props) {
  const { form } = children;
  const busy = useStore(form.$busy);
  const answers = useStore(form.$values);
  const errorOf = useErrorOf(form, childFaultMessage);
  /** Changes an answer. An empty form reports its error at `allergies`, so every change also clears that error. */
  const changeAnswers = (patch: Partial<ChildAnswers>, ...fields: string[]) =>
    form.change(patch, 'allergies', ...fields);
  const putPerson = (index: number, person: PersonTyped) =>
    changeAnswers(
      { pickup: answers.pickup.map((current, at) => (at === index ? person : current)) },
      ...partsOf(`pickup_authorizations[${index}]`),
    );

  return (
    <Form
      form={{ ...form, submit: () => children.save(child, name) }}
      className="child-form stack gap-5"
      labelOf={childFieldName}
      messageOf={childFaultMessage}
    >
      {noteFields.map((id) => (
        <TextArea
          key={id}
          id={id}
          label={childFieldName(id)}
          value={answers[id]}
          rows={2}
          hint={childMessages.noteHint}
          error={errorOf(id)}
          onType={(text) => changeAnswers({ [id]: text })}
        />
      ))}
      {!isReported && noteFields.every((field) => answers[field].trim() === '') && (
        <Checkbox
          id="nothing-to-report"
          checked={answers.isNothing}
          onChange={(event) => changeAnswers({ isNothing: event.target.checked })}
        >
          {childMessages.nothingToReport}
        </Checkbox>
      )}
      <fieldset className="move-targets">
        <legend>{childMessages.pickup}</legend>
        <p className="hint">{isRequested ? requestedMessages.pickupHint : childMessages.pickupHint}</p>
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
        {answers.pickup.length < MAX_PEOPLE && (
          <div>
            <Button
              kind="line"
              small
              onClick={() => changeAnswers({ pickup: [...answers.pickup, emptyPerson] })}
            >
              {childMessages.add}
            </Button>
          </div>
        )}
      </fieldset>
      <fieldset className="move-targets">
        <legend>{childMessages.emergency}</legend>
        <p className="hint">{isRequested ? requestedMessages.emergencyHint : childMessages.emergencyHint}</p>
        <div className="fields two">
          <PersonFields
            id="emergency_contacts[0]"
            person={answers.emergency}
            needsPhone
            errorOf={errorOf}
            onChange={(emergency) => changeAnswers({ emergency }, ...partsOf('emergency_contacts[0]'))}
          />
        </div>
      </fieldset>
      <div className="row">
        <Button type="submit" kind="solid" busy={busy}>
          {isRequested ? requestedMessages.send(name) : childMessages.save}
        </Button>
        {!isRequested && (
          <Button kind="line" onClick={() => children.open(null)}>
            {childMessages.close}
          </Button>
        )}
      </div>
    </Form>
  );
}
