import type { KitchenList } from '#contract/kitchen.ts';
import { Field } from '#ui/Field.tsx';
import { kitchenMessages as words } from './messages.ts';
import type { Kitchen, Query } from './store.ts';

interface Props {
  kitchen: Kitchen;
  query: Query;
  /** Null until the bases have been read. */
  locations: KitchenList['locations'] | null;
}

export const Choice = ({ kitchen, query: { day, place, withClasses }, locations }: Props) => (
  <div className="kitchen-choice no-print">
    <Field
      id="kitchen-day"
      label={words.day}
      type="date"
      value={day}
      onChange={({ target }) => {
        if (target.value !== '' && target.validity.valid) kitchen.choose({ day: target.value });
      }}
    />
    {locations !== null && locations.length > 0 && (
      <div className="chips" role="group" aria-label={words.location}>
        {locations.map(({ id, name, camps }) => (
          <label key={id} className="chip">
            <input
              type="radio"
              name="place"
              checked={id === place}
              onChange={() => kitchen.choose({ place: id, withClasses: camps === 0 })}
            />
            {name}
          </label>
        ))}
        <label className="chip">
          <input
            type="checkbox"
            checked={withClasses}
            onChange={({ target }) => kitchen.choose({ withClasses: target.checked })}
          />
          {words.withClasses}
        </label>
      </div>
    )}
  </div>
);
