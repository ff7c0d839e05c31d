import { AbsenceFields, absenceKinds, type CoachAbsence, type SavedAbsence } from '#contract/coach-time.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import type { Faults } from '#domain/fault.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { absenceMessages as words, refusals } from './messages.ts';
import type { MyWeekStore } from './store.ts';

const field = fieldsOf(AbsenceFields);
export const absenceFields = {
  days: [
    field('first_day', 'date', words.firstDay, { required: true }),
    field('last_day', 'date', words.lastDay, { required: true }),
  ],
  others: [
    field('kind', 'choice', words.kindField, {
      required: true,
      options: absenceKinds.map((value) => ({ value, label: words.kinds[value] })),
    }),
    field('note', 'text', words.note, { autoComplete: 'off' }),
  ],
} as const satisfies Record<string, readonly FormField[]>;

const readValue = (values: Values, path: string) => (values[path] ?? '').trim();
const nullIfEmpty = (text: string) => (text === '' ? null : text);

function read(values: Values) {
  const kind = absenceKinds.find((candidate) => candidate === readValue(values, 'kind'));
  const body = {
    first_day: readValue(values, 'first_day'),
    last_day: readValue(values, 'last_day'),
    from_time: nullIfEmpty(readValue(values, 'from_time')),
    until_time: nullIfEmpty(readValue(values, 'until_time')),
    note: nullIfEmpty(readValue(values, 'note')),
  };
  const faults: Faults = {};
  for (const path of ['first_day', 'last_day'] as const)
    if (body[path] === '') faults[path] = { kind: 'missing' };
  if (faults['last_day'] === undefined && body.last_day < body.first_day)
    faults['last_day'] = { kind: 'day_too_soon' };
  if ((body.from_time ?? '') >= (body.until_time ?? '') && body.from_time !== body.until_time)
    faults['until_time'] = { kind: 'not_accepted' };
  if ((body.from_time === null) !== (body.until_time === null))
    faults['until_time'] = { kind: 'not_accepted' };
  if (kind === undefined) faults['kind'] = { kind: 'choose' };
  return { faults, body: Object.keys(faults).length > 0 || kind === undefined ? null : { ...body, kind } };
}

export const createAbsenceForm = (
  store: Pick<MyWeekStore, 'saveAbsence' | 'reread'>,
  openedAbsence: CoachAbsence | null,
  today: string,
  onSaved: () => void,
) => {
  let previousAbsence = openedAbsence;
  return createForm(AbsenceFields, {
    empty: {
      first_day: openedAbsence?.first_day ?? today,
      last_day: openedAbsence?.last_day ?? today,
      from_time: openedAbsence?.from_time ?? '',
      until_time: openedAbsence?.until_time ?? '',
      kind: openedAbsence?.kind ?? '',
      note: openedAbsence?.note ?? '',
    },
    read,
    send: (body: AbsenceFields): Promise<Answer<SavedAbsence>> => store.saveAbsence(body, previousAbsence),
    onSent() {
      onSaved();
      return null;
    },
    onRefused: async ({ code }: { code: ErrorCode }) => {
      const week = code === 'changed_meanwhile' ? await store.reread() : null;
      const now = week?.absences.find(({ id }) => id === previousAbsence?.id);
      if (now === undefined) return { tone: 'bad', text: await errorText(code, refusals) } as const;
      previousAbsence = now;
      return { tone: 'warn', text: words.changed(now) } as const;
    },
    faultOf: ({ code }: { code: ErrorCode }) => (code === 'invalid_input' ? { kind: 'not_accepted' } : null),
  });
};
