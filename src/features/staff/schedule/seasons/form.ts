import type { ErrorCode } from '#contract/errors.ts';
import { SeasonFields } from '#contract/seasons.ts';
import type { Answer } from '#api/errors.ts';
import { errorText } from '#api/error-text.ts';
import type { Faults } from '#domain/fault.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { formMessages, refusals } from './messages.ts';

const field = fieldsOf(SeasonFields);
export const seasonFields: readonly FormField[] = [
  field('name', 'text', formMessages.name, { required: true, autoComplete: 'off' }),
  field('first_day', 'date', formMessages.firstDay, { required: true }),
  field('last_day', 'date', formMessages.lastDay, { required: true }),
];
export const labelOf = (id: string): string => seasonFields.find(({ path }) => path === id)?.label ?? id;

const readValue = (values: Values, path: string) => (values[path] ?? '').trim();

function read(values: Values) {
  const body = {
    name: readValue(values, 'name'),
    first_day: readValue(values, 'first_day'),
    last_day: readValue(values, 'last_day'),
  };
  const faults: Faults = {};
  for (const [path, text] of Object.entries(body)) if (text === '') faults[path] = { kind: 'missing' };
  if (faults['last_day'] === undefined && body.last_day < body.first_day)
    faults['last_day'] = { kind: 'day_too_soon' };
  return { faults, body: Object.keys(faults).length > 0 ? null : body };
}

interface Rules<Value> {
  before: SeasonFields | null;
  send: (fields: SeasonFields) => Promise<Answer<Value> | null>;
  onSent: (value: Value) => void;
}

export const createSeasonForm = <Value>({ before, send, onSent }: Rules<Value>) =>
  createForm(SeasonFields, {
    empty: { name: before?.name ?? '', first_day: before?.first_day ?? '', last_day: before?.last_day ?? '' },
    read,
    send,
    onSent(value: Value) {
      onSent(value);
      return null;
    },
    onRefused: async ({ code }: { code: ErrorCode }) =>
      ({ tone: 'bad', text: await errorText(code, refusals) }) as const,
    faultOf: ({ code }: { code: ErrorCode }) =>
      code === 'season_exists'
        ? { kind: 'other_name' }
        : code === 'invalid_input'
          ? { kind: 'not_accepted' }
          : null,
  });
export type SeasonForm = Pick<
  ReturnType<typeof createSeasonForm>,
  '$values' | '$faults' | '$failedSubmits' | '$busy' | '$outcome' | 'change' | 'submit'
>;
