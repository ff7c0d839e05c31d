import { MAX_PEOPLE } from '#contract/contact.ts';
import { useStore } from '@nanostores/react';
import { emptyPerson, type PersonTyped } from '#domain/contact-person.ts';
import { Button } from '#ui/Button.tsx';
import { useFocusOnAdded } from '#ui/people/use-focus-on-added.ts';
import { PersonFields } from '#ui/people/PersonFields.tsx';
import { pickupId } from '../ids.ts';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';

const nameField = (index: number) => `pickup_authorizations[${index}].name`;

/**
 * Asks for other people who may collect the children. This is optional. Their details are never saved in the browser.
 */
export function Pickup({ checkout: { form } }: { checkout: Checkout }) {
  const { parentName, pickup } = useStore(form.$values);
  useFocusOnAdded(pickup.length, nameField);
  const error = useErrors(form);
  const changePerson = (index: number, next: PersonTyped) =>
    form.setPickup(
      pickup.map((person, at) => (at === index ? next : person)),
      nameField(index),
      `pickup_authorizations[${index}].phone`,
    );
  return (
    <fieldset className="checkout-pickup stack justify-items-start gap-3">
      <legend>Who may collect your child?</legend>
      <p className="hint">
        <b>{parentName.trim() || 'You'}</b>, and whoever you add. Coaches ask for a photo ID; nobody else gets
        your child.
      </p>
      {pickup.map((person, index) => (
        <div
          key={index}
          className="fields two checkout-person"
          role="group"
          aria-label={`Person ${index + 1}`}
        >
          <PersonFields
            id={`pickup_authorizations[${index}]`}
            person={person}
            errorOf={error}
            onChange={(next) => changePerson(index, next)}
            onLeavePhone={() => void form.checkLeftField(`pickup_authorizations[${index}].phone`)}
          />
          <button
            type="button"
            className="text-button"
            onClick={() => form.setPickup(pickup.filter((_, at) => at !== index))}
          >
            Remove<span className="sr-only"> {person.name || `person ${index + 1}`}</span>
          </button>
        </div>
      ))}
      {pickup.length < MAX_PEOPLE && (
        <Button id={pickupId} kind="line" small onClick={() => form.setPickup([...pickup, emptyPerson])}>
          Add a person
        </Button>
      )}
    </fieldset>
  );
}
