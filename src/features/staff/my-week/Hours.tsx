import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { CoachHours, CoachWeek } from '#contract/coach-time.ts';
import { addDays, weekdayOf } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, useErrorOf } from '#ui/kit/form/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { createHoursForm, weekdays } from './hours-form.ts';
import { fieldFault, hoursMessages as words } from './messages.ts';
import type { MyWeekStore } from './store.ts';

interface Props {
  store: MyWeekStore;
  week: CoachWeek;
}

/** A coach says for each weekday when they can usually work. A weekday without an answer is unknown. */
export function Hours({ store, week }: Props) {
  const [isOpen, setOpen] = useState(false);
  const nameOf = (weekday: number) => weekdayOf(addDays(week.monday, weekday - 1));
  return (
    <section className="sheet" aria-labelledby="coach-hours">
      <header>
        <h2 id="coach-hours">{week.is_me ? words.title : words.titleOf(week.coach.name)}</h2>
        {!isOpen && (
          <Button kind="line" small onClick={() => setOpen(true)}>
            {words.change}
          </Button>
        )}
      </header>
      {isOpen ? (
        <HoursForm store={store} hours={week.hours} nameOf={nameOf} onLeave={() => setOpen(false)} />
      ) : (
        <dl className="my-week-hours">
          {weekdays.map((weekday) => (
            <div key={weekday}>
              <dt>{nameOf(weekday)}</dt>
              <dd className="numbers">
                {textOf(week.hours.find((dayHours) => dayHours.weekday === weekday))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

const textOf = (dayHours: CoachHours | undefined): string =>
  dayHours === undefined
    ? words.unknown
    : dayHours.from_time === null || dayHours.until_time === null
      ? words.never
      : words.between(dayHours.from_time, dayHours.until_time);

interface FormProps {
  store: MyWeekStore;
  hours: readonly CoachHours[];
  nameOf: (weekday: number) => string;
  onLeave: () => void;
}

function HoursForm({ store, hours, nameOf, onLeave }: FormProps) {
  const [form] = useState(() => createHoursForm(store, hours, onLeave));
  const values = useStore(form.$values);
  const busy = useStore(form.$busy);
  const outcome = useStore(form.$outcome);
  const errorOf = useErrorOf(form, fieldFault);
  const time = (id: string, label: string) => (
    <Field
      id={id}
      label={label}
      type="time"
      step={300}
      value={values[id] ?? ''}
      error={errorOf(id)}
      onChange={({ target }) => form.change({ [id]: target.value })}
    />
  );
  return (
    <Form form={form} className="my-week-form stack gap-3.5" labelledBy="coach-hours" messageOf={fieldFault}>
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      <p className="quiet">{words.text}</p>
      {weekdays.map((weekday) => {
        const id = `can${weekday}`;
        return (
          <div key={weekday} className="my-week-day-fields">
            <div className="field">
              <label htmlFor={id}>{nameOf(weekday)}</label>
              <select
                id={id}
                className="input"
                value={values[id]}
                onChange={({ target }) => form.change({ [id]: target.value })}
              >
                <option value="">{words.unknown}</option>
                <option value="yes">{words.can}</option>
                <option value="no">{words.never}</option>
              </select>
            </div>
            {values[id] === 'yes' && (
              <>
                {time(`from${weekday}`, words.from(nameOf(weekday)))}
                {time(`until${weekday}`, words.until(nameOf(weekday)))}
              </>
            )}
          </div>
        );
      })}
      <div className="row">
        <Button kind="solid" type="submit" busy={busy}>
          {words.save}
        </Button>
        <Button kind="line" onClick={onLeave}>
          {words.leave}
        </Button>
      </div>
    </Form>
  );
}
