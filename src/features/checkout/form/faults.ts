import type { ErrorCode } from '#contract/errors.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import { type FieldKind, indexOf, kindOf, kinds } from './fields.ts';

/** The first child's name and birth date before the second one's: their cards stand one after the other. */
const together: readonly FieldKind[] = ['children[#].name', 'children[#].dob'];

/** In the order of the form: the error summary follows it. */
export function inOrder(faults: Faults): [string, Fault][] {
  const place = (id: string) => {
    const kind = kindOf(id);
    const at = kind ? kinds.indexOf(kind) : kinds.length;
    return kind && together.includes(kind) ? indexOf(id) * 2 + at : (at + 1) * 100 + indexOf(id);
  };
  return Object.entries(faults).toSorted(([one], [other]) => place(one) - place(other));
}

/** The field that the server found fault with, such as `details.parent.email`; null when it is none of ours. */
export function fieldOf(field = ''): string | null {
  const path = field
    .replace(/^details\./, '')
    // The same people are told of every child.
    .replace(/^children\[\d+\]\.(?=pickup)/, '')
    .replace(/\.relationship$/, '.name');
  return kindOf(path) === undefined ? null : path;
}

/** Where the form shows a refusal beside its cause, and as what; null when it has no field for it. */
export function causeOf(code: ErrorCode, field: string | undefined): [string, Fault] | null {
  const child = `children[${indexOf(field ?? '')}]`;
  switch (code) {
    case 'age_not_allowed':
      return [`${child}.dob`, { kind: code }];
    case 'try_out_used':
    case 'child_twice':
    case 'already_booked':
      return [`${child}.name`, { kind: code }];
    case 'consent_text_changed':
    case 'invalid_input': {
      const id = fieldOf(field);
      return id === null ? null : [id, { kind: code === 'invalid_input' ? 'not_accepted' : 'text_changed' }];
    }
    default:
      return null;
  }
}
