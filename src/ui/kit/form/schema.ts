import * as v from 'valibot';
import type { Fault, Faults } from '#domain/fault.ts';
import { type CheckedForm, isEmpty } from './state.ts';

/** Adds the errors of the contract's schema, if the form's own checks find none. */
export function checkedBy<Body>(
  schema: v.GenericSchema,
  checked: CheckedForm<Body>,
  fieldOf = (path: string): string | null => path,
): CheckedForm<Body> {
  const { faults, body } = checked;
  return isEmpty(faults) && body !== null ? { faults: schemaFaults(schema, body, fieldOf), body } : checked;
}

/**
 * Returns the errors of the schema. If a path has no field in the form, its error is left out, because the user could
 * not correct it.
 */
export function schemaFaults(
  schema: v.GenericSchema,
  body: unknown,
  fieldOf: (path: string) => string | null,
): Faults {
  const faults: Faults = {};
  for (const issue of v.safeParse(schema, body).issues ?? []) {
    const id = fieldOf(pathOf(issue));
    if (id !== null) faults[id] ??= faultOf(issue);
  }
  return faults;
}

const pathOf = ({ path }: v.BaseIssue<unknown>): string =>
  (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

function faultOf({ type, input }: v.BaseIssue<unknown>): Fault {
  if (type === 'max_length') return { kind: 'too_long' };
  return { kind: input === undefined || input === null || input === '' ? 'missing' : 'not_accepted' };
}

interface Part {
  type: string;
  entries?: Record<string, Part>;
  item?: Part;
  wrapped?: Part;
  pipe?: readonly Part[];
  requirement?: unknown;
}

const unwrapped = (part: Part | undefined): Part | undefined =>
  part?.wrapped ? unwrapped(part.wrapped) : part;

function partAt(schema: v.GenericSchema, path: string): Part | undefined {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  let part = unwrapped(schema);
  for (const key of keys) part = unwrapped(/^\d+$/.test(key) ? part?.item : part?.entries?.[key]);
  return part;
}

export const hasField = (schema: v.GenericSchema, path: string): boolean =>
  partAt(schema, path) !== undefined;

/** Returns the largest number of characters that the contract accepts in a field. */
export function maxLengthAt(schema: v.GenericSchema, path: string): number | undefined {
  const limit = partAt(schema, path)?.pipe?.find(({ type }) => type === 'max_length')?.requirement;
  return typeof limit === 'number' ? limit : undefined;
}
