import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CloseDay, type Season } from '#contract/seasons.ts';
import { formatDate } from '#domain/dates.ts';
import type { Faults } from '#domain/fault.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { Fields } from '#ui/kit/form/Fields.tsx';
import { Form } from '#ui/kit/form/Form.tsx';
import { createForm } from '#ui/kit/form/form.ts';
import type { SeasonsStore } from './store.ts';
import { dayMessages as words, fieldFault } from './messages.ts';

interface Props {
  store: SeasonsStore;
  season: Season;
}

/** Lists the public holidays and closed days of a season. There are no classes on a ticked day. */
export function ClosedDays({ store, season: { days, fields } }: Props) {
  const busy = useStore(store.$busy);
  const horizon = useStore(store.$horizon);
  const [adding, setAdding] = useState(false);
  const until = horizon?.holidays_until ?? null;
  return (
    <section className="sheet" aria-labelledby="season-days">
      <header>
        <h3 id="season-days">{words.title}</h3>
        {!adding && (
          <Button kind="line" small onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )}
      </header>
      {adding && <CloseDayForm store={store} day={fields.first_day} onLeave={() => setAdding(false)} />}
      <p className="quiet">{days.length === 0 ? words.none : words.text}</p>
      <div className="season-days">
        {days.map((closedDay) => (
          <Checkbox
            key={closedDay.day}
            id={`closed-${closedDay.day}`}
            checked={closedDay.is_closed}
            disabled={busy || (horizon !== null && closedDay.day < horizon.today)}
            note={words.note(closedDay)}
            onChange={({ target }) => void store.toggle(closedDay.day, target.checked)}
          >
            {formatDate(closedDay.day)}, {closedDay.name}
          </Checkbox>
        ))}
      </div>
      {until !== null && until.slice(0, 4) < fields.last_day.slice(0, 4) && (
        <p className="quiet">{words.unknown(until)}</p>
      )}
    </section>
  );
}

const field = fieldsOf(CloseDay);
const fields: readonly FormField[] = [
  field('p_day', 'date', words.day, { required: true }),
  field('p_reason', 'text', words.reason, { required: true, autoComplete: 'off' }),
];

function read(values: Values) {
  const body = { p_day: values['p_day'] ?? '', p_reason: (values['p_reason'] ?? '').trim() };
  const faults: Faults = {};
  for (const [path, text] of Object.entries(body)) if (text === '') faults[path] = { kind: 'missing' };
  return { faults, body: Object.keys(faults).length > 0 ? null : body };
}

function CloseDayForm({ store, day, onLeave }: { store: SeasonsStore; day: string; onLeave: () => void }) {
  const busy = useStore(store.$busy);
  const [form] = useState(() =>
    createForm(CloseDay, {
      empty: { p_day: day, p_reason: '' },
      read,
      send: store.closeDay,
      onSent() {
        onLeave();
        return null;
      },
      // The sheet itself shows the outcome of each action.
      onRefused: () => null,
    }),
  );
  return (
    <Form form={form} className="season-day-form stack gap-3.5" label={words.add} messageOf={fieldFault}>
      <Fields fields={fields} form={form} messageOf={fieldFault} />
      <div className="row">
        <Button kind="solid" small type="submit" busy={busy}>
          {words.save}
        </Button>
        <Button kind="line" small onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
