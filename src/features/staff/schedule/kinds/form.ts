import { type ClassType, ClassTypeFields, CoachName, type PlannedCoach } from '#contract/class-kinds.ts';

import { teamIds } from '#contract/teams.ts';
import type { Failure } from '#api/errors.ts';
import { errorMessages } from '#api/error-messages.ts';
import { errorText } from '#api/error-text.ts';
import type { Fault } from '#domain/fault.ts';
import { today } from '#domain/dates.ts';
import { checkFields } from '#ui/kit/form/check.ts';
import { fieldsOf, type FormField, type Values } from '#ui/kit/form/field.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { faultMessage } from '#ui/people/messages.ts';
import * as api from '../api.ts';
import { limits } from '../form.ts';
import { teamNames } from '../messages.ts';
import { newCoachMessages, kindMessages as words, kindRefusals } from './messages.ts';

const LEVELS = 8;
const levels = Array.from({ length: LEVELS }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));
const field = fieldsOf(ClassTypeFields);

/** Returns the fields of a kind of class. If it has been sold, its team cannot be changed. */
export const kindFields = (kind: ClassType | null): readonly FormField[] => [
  field('name', 'text', words.name, { required: true, autoComplete: 'off' }),
  ...(kind?.is_sold === true
    ? []
    : [
        field('team', 'choice', words.team, {
          none: words.noTeam,
          options: teamIds.map((team) => ({ value: team, label: teamNames[team] })),
        }),
      ]),
  field('from', 'choice', words.from, { none: words.noLevel, options: levels }),
  field('until', 'choice', words.until, { none: words.noLevel, options: levels }),
  field('minutes', 'text', words.minutes, { required: true, autoComplete: 'off' }),
];

const readValue = (values: Values, path: string) => (values[path] ?? '').trim();

function bodyOf(values: Values): ClassTypeFields {
  const [team, from, until] = [
    readValue(values, 'team'),
    readValue(values, 'from'),
    readValue(values, 'until'),
  ];
  return {
    name: readValue(values, 'name'),
    team: teamIds.find((id) => id === team) ?? null,
    level: from === '' ? null : `${from}-${until}`,
    duration_minutes: Number(readValue(values, 'minutes')),
  };
}

function faultsOf(values: Values, fields: readonly FormField[]) {
  const faults = checkFields(fields, values, today());
  const [from, until] = [readValue(values, 'from'), readValue(values, 'until')];
  // Levels have one digit, so they can be compared as texts.
  if ((from === '') !== (until === '') || from > until) faults['until'] = { kind: 'not_accepted' };
  const { least, most } = limits.duration_minutes;
  const minutes = Number(readValue(values, 'minutes'));
  if (!Number.isInteger(minutes) || minutes < least || minutes > most)
    faults['minutes'] ??= { kind: 'out_of_range', least, most };
  return faults;
}

export function kindFault(fault: Fault, path: string): string {
  if (fault.kind === 'other_name')
    return path === 'p_name' ? errorMessages.coach_exists : errorMessages.class_type_exists;
  if (fault.kind === 'out_of_range') return `Please choose a number from ${fault.least} to ${fault.most}.`;
  return path === 'until' && fault.kind === 'not_accepted' ? words.levelOrder : faultMessage(fault);
}

const onRefused = async ({ code }: Failure) =>
  ({ tone: 'bad', text: await errorText(code, kindRefusals) }) as const;
const faultOf = ({ code }: Failure): Fault | null =>
  code === 'class_type_exists' || code === 'coach_exists'
    ? { kind: 'other_name' }
    : code === 'invalid_input'
      ? { kind: 'not_accepted' }
      : null;
/** Returns the field of the form for a path. The request has one field for the levels, and the form has two. */
const fieldOf = (path: string): string =>
  path === 'level' ? 'until' : path === 'duration_minutes' ? 'minutes' : path;

export function createKindForm(kind: ClassType | null, onSent: (text: string) => void) {
  const fields = kindFields(kind);
  const original = kind?.fields ?? null;
  const [from = '', until = ''] = original?.level?.split('-') ?? [];
  const empty: Values = {
    name: original?.name ?? '',
    team: original?.team ?? '',
    from,
    until,
    minutes: String(original?.duration_minutes ?? 60),
  };
  return createForm(ClassTypeFields, {
    empty,
    read(values) {
      const faults = faultsOf(values, fields);
      return { faults, body: Object.keys(faults).length > 0 ? null : bodyOf(values) };
    },
    send: (body) => api.saveClassType(kind?.id ?? null, body, original),
    onSent({ class_type: { name } }) {
      onSent(kind === null ? words.created(name) : words.saved(name));
      return null;
    },
    onRefused,
    faultOf,
    fieldOf,
  });
}

const coachField = fieldsOf(CoachName);
export const coachFields: readonly FormField[] = [
  coachField('p_name', 'text', newCoachMessages.name, { required: true, autoComplete: 'off' }),
];

export function createCoachForm(coach: PlannedCoach | null, onSent: (text: string) => void) {
  const empty: Values = { p_name: coach?.name ?? '' };
  return createForm(CoachName, {
    empty,
    read(values) {
      const faults = checkFields(coachFields, values, today());
      return {
        faults,
        body: Object.keys(faults).length > 0 ? null : { p_name: readValue(values, 'p_name') },
      };
    },
    send: ({ p_name }) => api.saveCoach(coach?.id ?? null, p_name, coach?.name ?? null),
    onSent({ coach: { name } }) {
      onSent(coach === null ? newCoachMessages.created(name) : newCoachMessages.saved(name));
      return null;
    },
    onRefused,
    faultOf,
  });
}

export type KindForm = Pick<
  ReturnType<typeof createKindForm>,
  '$values' | '$faults' | '$failedSubmits' | '$busy' | '$outcome' | 'change' | 'submit'
>;
