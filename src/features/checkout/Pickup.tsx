import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { faultWords } from './messages.ts';
import { type Collector, MOST_PEOPLE } from './model.ts';
import type { Checkout } from './store.ts';

const nobody: Collector = { name: '', relationship: '', phone: '' };

/** Who else may collect the children; nobody need be named. It never stands in the browser's storage. */
export function Pickup({ checkout: { form } }: { checkout: Checkout }) {
  const { parentName } = useStore(form.$form);
  const { pickup } = useStore(form.$told);
  const faults = useStore(form.$faults);
  const error = (id: string) => faults[id] && faultWords(id, faults[id]);
  const put = (index: number, patch: Partial<Collector>) =>
    form.setPickup(
      pickup.map((person, at) => (at === index ? { ...person, ...patch } : person)),
      `pickupName-${index}`,
      `pickupPhone-${index}`,
    );
  return (
    <fieldset className="pickup">
      <legend>Who may collect them?</legend>
      <p className="hint">
        <b>{parentName.trim() || 'You'}</b>, and whoever you add. Coaches ask for a photo ID; nobody else gets
        your child.
      </p>
      {pickup.map((person, index) => (
        <div key={index} className="fields two person" role="group" aria-label={`Person ${index + 1}`}>
          <Field
            id={`pickupName-${index}`}
            label="Full name"
            autoComplete="off"
            maxLength={120}
            value={person.name}
            error={error(`pickupName-${index}`)}
            onChange={(event) => put(index, { name: event.target.value })}
          />
          <Field
            id={`pickupRelation-${index}`}
            label="Who it is (optional)"
            placeholder="Grandmother"
            autoComplete="off"
            maxLength={60}
            value={person.relationship}
            onChange={(event) => put(index, { relationship: event.target.value })}
          />
          <Field
            id={`pickupPhone-${index}`}
            label="Mobile (optional)"
            prefix="+65"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={person.phone}
            error={error(`pickupPhone-${index}`)}
            onChange={(event) => put(index, { phone: event.target.value })}
            onBlur={() => void form.leave(`pickupPhone-${index}`)}
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
      {pickup.length < MOST_PEOPLE && (
        <Button kind="line" small onClick={() => form.setPickup([...pickup, nobody])}>
          Add a person
        </Button>
      )}
    </fieldset>
  );
}
