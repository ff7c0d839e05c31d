import type { CoachHours } from '#contract/coach-time.ts';
import { SavedCoachHours } from '#contract/coach-time.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import type { Faults } from '#domain/fault.ts';
import type { Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { hoursMessages, refusals } from './messages.ts';
import type { MyWeekStore } from './store.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * Returns the values of the form. Their keys end with the weekday. `can1` is `yes`, `no` or empty for unknown, and
 * `from1` and `until1` are times.
 */
function valuesOf(hours: readonly CoachHours[]): Values {
  const values: Values = {};
  for (const weekday of weekdays) {
    const dayHours = hours.find((day) => day.weekday === weekday);
    values[`can${weekday}`] = dayHours === undefined ? '' : dayHours.from_time === null ? 'no' : 'yes';
    values[`from${weekday}`] = dayHours?.from_time ?? '';
    values[`until${weekday}`] = dayHours?.until_time ?? '';
  }
  return values;
}

function read(values: Values) {
  const hours: CoachHours[] = [];
  const faults: Faults = {};
  for (const weekday of weekdays) {
    const canWork = values[`can${weekday}`];
    if (canWork === 'no') hours.push({ weekday, from_time: null, until_time: null });
    if (canWork !== 'yes') continue;
    const from_time = values[`from${weekday}`] ?? '';
    const until_time = values[`until${weekday}`] ?? '';
    if (from_time === '' || until_time <= from_time) faults[`until${weekday}`] = { kind: 'not_accepted' };
    hours.push({ weekday, from_time, until_time });
  }
  return { faults, body: Object.keys(faults).length > 0 ? null : { hours } };
}

export const createHoursForm = (
  store: Pick<MyWeekStore, 'saveHours' | 'reread'>,
  hours: readonly CoachHours[],
  onSaved: () => void,
) => {
  let previousHours = hours;
  return createForm(SavedCoachHours, {
    empty: valuesOf(hours),
    read,
    send: (body: { hours: CoachHours[] }): Promise<Answer<{ hours: CoachHours[] }>> =>
      store.saveHours(body.hours, previousHours),
    onSent() {
      onSaved();
      return null;
    },
    onRefused: async ({ code }: { code: ErrorCode }) => {
      const now = code === 'changed_meanwhile' ? await store.reread() : null;
      if (now === null) return { tone: 'bad', text: await errorText(code, refusals) } as const;
      previousHours = now.hours;
      return { tone: 'warn', text: hoursMessages.changed(now.hours) } as const;
    },
  });
};
