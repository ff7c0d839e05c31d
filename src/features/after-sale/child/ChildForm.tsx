import { MOST_PEOPLE } from '#contract/contact.ts';
import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useState } from 'react';
import { emptyPerson, type PersonTyped } from '../../../domain/contact-person.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { PersonFields } from '../../../ui/people/PersonFields.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { noAnswers, type ChildAnswers } from './child.ts';
import { childWords } from '../messages.ts';
import type { Manage } from '../store.ts';

interface Props {
  manage: Manage;
  child: number;
  name: string;
}

export function ChildForm({ manage: { children, $busy }, child, name }: Props) {
  const busy = useStore($busy);
  const fault = useStore(children.$fault);
  const [answers, setAnswers] = useState<ChildAnswers>(noAnswers);
  const put = (patch: Partial<ChildAnswers>) => setAnswers({ ...answers, ...patch });
  const errorOf = (id: string) => (fault?.id === id ? childWords.faults[fault.why] : undefined);
  const putPerson = (index: number, person: PersonTyped) =>
    put({ pickup: answers.pickup.map((one, at) => (at === index ? person : one)) });

  function save(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    void children.save(child, name, answers).then(() => {
      document.getElementById(children.$fault.get()?.id ?? '')?.focus();
    });
  }
  return (
    <form className="child-form" noValidate onSubmit={save}>
      <TextArea
        id="allergies"
        label={childWords.allergies}
        value={answers.allergies}
        hint={childWords.noteHint}
        disabled={answers.noAllergies}
        error={errorOf('allergies')}
        onType={(allergies) => put({ allergies })}
      />
      <Checkbox
        id="no-allergies"
        checked={answers.noAllergies}
        onChange={(event) => put({ noAllergies: event.target.checked })}
      >
        {childWords.noneAllergies}
      </Checkbox>
      <TextArea
        id="conditions"
        label={childWords.conditions}
        value={answers.conditions}
        hint={childWords.noteHint}
        disabled={answers.noConditions}
        error={errorOf('conditions')}
        onType={(conditions) => put({ conditions })}
      />
      <Checkbox
        id="no-conditions"
        checked={answers.noConditions}
        onChange={(event) => put({ noConditions: event.target.checked })}
      >
        {childWords.noneConditions}
      </Checkbox>
      <fieldset className="targets">
        <legend>{childWords.pickup}</legend>
        <p className="hint">{childWords.pickupHint}</p>
        {!answers.nobodyElse &&
          answers.pickup.map((person, index) => (
            <div key={index} className="fields two">
              <PersonFields
                id={`pickup-${index}`}
                person={person}
                errorOf={errorOf}
                onChange={(next) => putPerson(index, next)}
              />
            </div>
          ))}
        {!answers.nobodyElse && answers.pickup.length < MOST_PEOPLE && (
          <div>
            <Button kind="line" small onClick={() => put({ pickup: [...answers.pickup, emptyPerson] })}>
              {childWords.add}
            </Button>
          </div>
        )}
        <Checkbox
          id="nobody-else"
          checked={answers.nobodyElse}
          onChange={(event) => put({ nobodyElse: event.target.checked })}
        >
          {childWords.nonePickup}
        </Checkbox>
      </fieldset>
      <fieldset className="targets">
        <legend>{childWords.emergency}</legend>
        <p className="hint">{childWords.emergencyHint}</p>
        <div className="fields two">
          <PersonFields
            id="emergency-0"
            person={answers.emergency}
            needsPhone
            errorOf={errorOf}
            onChange={(emergency) => put({ emergency })}
          />
        </div>
      </fieldset>
      <div className="row">
        <Button type="submit" kind="solid" busy={busy}>
          {childWords.save}
        </Button>
        <Button kind="line" onClick={() => children.open(null)}>
          {childWords.close}
        </Button>
      </div>
    </form>
  );
}
