import type { ErrorCode } from '#contract/errors.ts';
import type { PersonFault } from '../../../domain/person.ts';
import type { Ages } from './model.ts';

/** What may be wrong with a field, and where the form says what the server refused. */
export type Fault =
  | PersonFault
  | { kind: 'no_postal_code' }
  | { kind: 'other_name' }
  /** Of what is chosen; `age` and limits where they are known. */
  | ({ kind: 'age_not_allowed'; age?: number } & Ages)
  /** What the server said of this child or this tick. */
  | { kind: 'try_out_used' | 'child_twice' | 'already_booked' | 'text_changed' }
  | { kind: 'not_accepted' };

/** By the id of the field, such as `dob-1`: the birth date of the second child. */
export type Faults = Record<string, Fault>;

const kinds = [
  'childName',
  'dob',
  'parentName',
  'email',
  'phone',
  'health',
  'allergies',
  'conditions',
  'transport',
  'address',
  'pickupName',
  'pickupPhone',
  'terms',
  'activity',
  'liability',
  'medical',
  'photo',
  'marketing',
  'signature',
] as const;
export type FieldKind = (typeof kinds)[number];

/** `dob-1`, `pickup-0-phone`: the kind, and the place in its list. */
export function partsOf(id: string): { kind: FieldKind; index: number } {
  const person = /^pickup-(\d+)-(name|phone)$/.exec(id);
  if (person) return { kind: person[2] === 'phone' ? 'pickupPhone' : 'pickupName', index: Number(person[1]) };
  const [name = '', index = '0'] = id.split('-');
  return { kind: kinds.find((kind) => kind === name) ?? 'childName', index: Number(index) };
}

/** In the order of the form: the error summary follows it. */
export function inOrder(faults: Faults): [string, Fault][] {
  const place = (id: string) => {
    const { kind, index } = partsOf(id);
    // Name and birth date of one child stand together.
    return kind === 'childName' || kind === 'dob'
      ? index * 2 + kinds.indexOf(kind)
      : 100 + kinds.indexOf(kind) * 10 + index;
  };
  return Object.entries(faults).toSorted(([one], [other]) => place(one) - place(other));
}

const serverFields: readonly [RegExp, FieldKind][] = [
  [/children\[\d+\]\.name/, 'childName'],
  [/children\[\d+\]\.dob/, 'dob'],
  [/children\[\d+\]\.allergies/, 'allergies'],
  [/children\[\d+\]\.medical_conditions/, 'conditions'],
  [/parent\.name/, 'parentName'],
  [/parent\.email/, 'email'],
  [/parent\.phone/, 'phone'],
  [/transport_address/, 'address'],
  [/signature/, 'signature'],
];
const listed: readonly FieldKind[] = ['childName', 'dob', 'health', 'allergies', 'conditions'];
const indexIn = (field: string | undefined) => Number(/\[(\d+)\]/.exec(field ?? '')?.[1] ?? 0);
const numbered = (kind: FieldKind, field: string | undefined) =>
  listed.includes(kind) ? `${kind}-${indexIn(field)}` : kind;

/** The field that the server found fault with, e.g. `details.parent.email`; null when it is none of ours. */
export function fieldOf(field: string | undefined): string | null {
  // The same people are told of every child.
  const person = /pickup_authorizations\[(\d+)\]\.(name|relationship|phone)/.exec(field ?? '');
  if (person) return `pickup-${person[1] ?? '0'}-${person[2] === 'phone' ? 'phone' : 'name'}`;
  const consent = /consents\.(terms|activity|liability|medical|photo|marketing)\b/.exec(field ?? '')?.[1];
  if (consent !== undefined) return consent;
  const kind = serverFields.find(([pattern]) => pattern.test(field ?? ''))?.[1];
  return kind === undefined ? null : numbered(kind, field);
}

/** Where the form shows a refusal beside its cause, and as what; null when it has no field for it. */
export function causeOf(code: ErrorCode, field: string | undefined): [string, Fault] | null {
  switch (code) {
    case 'age_not_allowed':
      return [numbered('dob', field), { kind: code }];
    case 'try_out_used':
    case 'child_twice':
    case 'already_booked':
      return [numbered('childName', field), { kind: code }];
    case 'consent_text_changed':
    case 'invalid_input': {
      const id = fieldOf(field);
      return id === null ? null : [id, { kind: code === 'invalid_input' ? 'not_accepted' : 'text_changed' }];
    }
    default:
      return null;
  }
}
