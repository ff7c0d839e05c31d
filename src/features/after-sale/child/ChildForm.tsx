import { MOST_PEOPLE } from '#contract/contact.ts';
import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useState } from 'react';
import { nobody, type PersonTyped } from '../../../domain/person.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { PersonFields } from '../../../ui/people/PersonFields.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { nothingTold, type Told } from './child.ts';
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
  const [told, setTold] = useState<Told>(nothingTold);
  const put = (patch: Partial<Told>) => setTold({ ...told, ...patch });
  const errorOf = (id: string) => (fault?.id === id ? childWords.faults[fault.why] : undefined);
  const putPerson = (index: number, person: PersonTyped) =>
    put({ pickup: told.pickup.map((one, at) => (at === index ? person : one)) });

  function save(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    void children.save(child, name, told).then(() => {
      document.getElementById(children.$fault.get()?.id ?? '')?.focus();
    });
  }
  return (
    <form className="child-form" noValidate onSubmit={save}>
      <TextArea
        id="allergies"
        label={childWords.allergies}
        value={told.allergies}
        hint={childWords.noteHint}
        disabled={told.noAllergies}
        error={errorOf('allergies')}
        onType={(allergies) => put({ allergies })}
      />
      <Checkbox
        id="no-allergies"
        checked={told.noAllergies}
        onChange={(event) => put({ noAllergies: event.target.checked })}
      >
        {childWords.noneAllergies}
      </Checkbox>
      <TextArea
        id="conditions"
        label={childWords.conditions}
        value={told.conditions}
        hint={childWords.noteHint}
        disabled={told.noConditions}
        error={errorOf('conditions')}
        onType={(conditions) => put({ conditions })}
      />
      <Checkbox
        id="no-conditions"
        checked={told.noConditions}
        onChange={(event) => put({ noConditions: event.target.checked })}
      >
        {childWords.noneConditions}
      </Checkbox>
      <fieldset className="targets">
        <legend>{childWords.pickup}</legend>
        <p className="hint">{childWords.pickupHint}</p>
        {!told.nobodyElse &&
          told.pickup.map((person, index) => (
            <div key={index} className="fields two">
              <PersonFields
                id={`pickup-${index}`}
                person={person}
                errorOf={errorOf}
                onChange={(next) => putPerson(index, next)}
              />
            </div>
          ))}
        {!told.nobodyElse && told.pickup.length < MOST_PEOPLE && (
          <div>
            <Button kind="line" small onClick={() => put({ pickup: [...told.pickup, nobody] })}>
              {childWords.add}
            </Button>
          </div>
        )}
        <Checkbox
          id="nobody-else"
          checked={told.nobodyElse}
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
            person={told.emergency}
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
