import type { ErrorCode } from '#contract/errors.ts';
import type { CampFields, SessionFields, TemplateFields } from '#contract/management-schedule.ts';
import type * as v from 'valibot';
import type { ReadableAtom } from 'nanostores';
import type { Fault, Faults } from '#domain/fault.ts';
import type { Action } from '#ui/kit/action.ts';
import { createForm } from '#ui/kit/form/form.ts';
import { isEmpty } from '#ui/kit/form/state.ts';
import type { Fields } from './model.ts';

/** The values of a form. Numbers are text until they are sent, because the form holds what was typed. */
export type Draft<Of> = { [Key in keyof Of]: Of[Key] extends number ? string : Of[Key] };

export const limits = {
  duration_minutes: { least: 15, most: 480 },
  max_capacity: { least: 0, most: 100 },
  capacity: { least: 1, most: 500 },
} as const;
export const timeFields: readonly string[] = ['session_time', 'session_time_start', 'session_time_end'];
const STEP_MINUTES = 5;

const draftOf = <Of extends object>(fields: Of): Draft<Of> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      typeof value === 'number' ? String(value) : value,
    ]),
  ) as Draft<Of>;

const bodyOf = (draft: object, original: Fields): Fields =>
  Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [
      field,
      typeof original[field] === 'number' ? Number(value) : value,
    ]),
  );

function faultsOf(draft: object): Faults {
  const faults: Faults = {};
  for (const [field, value] of Object.entries(draft)) {
    const fault = faultOf(field, value);
    if (fault !== null) faults[field] = fault;
  }
  if ('start_date' in draft && 'end_date' in draft && String(draft.end_date) < String(draft.start_date))
    faults['end_date'] ??= { kind: 'day_too_soon' };
  return faults;
}

function faultOf(field: string, value: unknown): Fault | null {
  if (typeof value !== 'string') return null;
  if (value.trim() === '') return { kind: 'missing' };
  if (field in limits) {
    const { least, most } = limits[field as keyof typeof limits];
    const number = Number(value);
    const isAllowed = Number.isInteger(number) && number >= least && number <= most;
    return isAllowed ? null : { kind: 'out_of_range', least, most };
  }
  return timeFields.includes(field) && Number(value.slice(3, 5)) % STEP_MINUTES !== 0
    ? { kind: 'not_accepted' }
    : null;
}

interface RefusedOutcome {
  state: 'refused';
  code: ErrorCode;
  field?: string;
  names?: readonly string[];
}

export interface FormRules<Outcome extends object> {
  /** The form runs as an action of the screen, so that only one action runs at a time. */
  action: Pick<Action<Outcome | RefusedOutcome>, '$busy' | '$outcome' | 'run'>;
  send: (fields: Fields) => Promise<Outcome | RefusedOutcome | null>;
  onSent: (outcome: Outcome) => void;
}

const isRefused = (outcome: object): outcome is RefusedOutcome =>
  'state' in outcome && outcome.state === 'refused';

/** Creates the form of sessions, camps and lines of the weekly pattern. */
export function createFieldsForm<
  Of extends SessionFields | CampFields | TemplateFields,
  Outcome extends object,
>(schema: v.GenericSchema, original: Of, { action, send, onSent }: FormRules<Outcome>) {
  return createForm<
    v.GenericSchema,
    Draft<Of>,
    Outcome,
    { ok: false } & RefusedOutcome,
    Outcome | RefusedOutcome
  >(schema, {
    empty: draftOf(original),
    action,
    read(draft) {
      const faults = faultsOf(draft);
      return { faults, body: isEmpty(faults) ? bodyOf(draft, original) : null };
    },
    async send(body) {
      const outcome = await send(body as Fields);
      if (outcome === null) return null;
      return isRefused(outcome) ? { ok: false, ...outcome } : { ok: true, value: outcome };
    },
    onSent(outcome) {
      onSent(outcome);
      return outcome;
    },
    onRefused: ({ ok: _, ...refused }) => refused,
    fieldOf: (path) => (path in original ? path : null),
  });
}

/** The part of a form that components need. They only change its values and show its errors. */
export interface FormOf<Of> {
  $values: ReadableAtom<Draft<Of>>;
  $faults: ReadableAtom<Faults>;
  change: (patch: Partial<Draft<Of>>) => void;
}
