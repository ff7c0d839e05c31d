import type { ErrorCode } from '#contract/errors.ts';
import type { Fault, Faults } from '#domain/fault.ts';
import type { OrderView } from '#contract/orders.ts';
import type { Refusal } from '#contract/errors.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { childOfLine } from '../purchase/parts.ts';
import { type FieldKind, indexOf, kindOf, kinds } from './fields.ts';

/** The fields of a child's card. Their faults are sorted child by child. */
const cardFields: readonly FieldKind[] = ['children[#].name', 'children[#].dob'];

/** Returns the faults in the order of the form, as the error summary lists them. */
export function inOrder(faults: Faults): [string, Fault][] {
  const rank = (id: string) => {
    const kind = kindOf(id);
    const at = kind ? kinds.indexOf(kind) : kinds.length;
    return kind && cardFields.includes(kind) ? indexOf(id) * 2 + at : (at + 1) * 100 + indexOf(id);
  };
  return Object.entries(faults).toSorted(([one], [other]) => rank(one) - rank(other));
}

/** Returns the field of the form for a path, such as `details.parent.email`. Returns null if there is none. */
export function fieldOf(field = ''): string | null {
  const path = field
    .replace(/^details\./, '')
    // The form asks only once who may collect all children.
    .replace(/^children\[\d+\]\.(?=pickup)/, '')
    .replace(/\.relationship$/, '.name');
  return kindOf(path) === undefined ? null : path;
}

/** Returns the name of the place of a line, such as `lines[1].child`. Returns an empty text if there is none. */
function placeOf(field: string | undefined, { lines }: Pick<OrderView, 'lines'>): string {
  const line = field?.startsWith('lines[') ? lines[indexOf(field)] : undefined;
  return line ? longPlaceText(line) || line.title : '';
}

/**
 * Returns the fault of a refusal of an order with several parts, and its field. The field names a line, and the form
 * has fields for children.
 */
export function causeInBasket(failure: Refusal, order: OrderView): [string, Fault] | null {
  const { code, field } = failure;
  const line = field?.startsWith('lines[') ? order.lines[indexOf(field)] : undefined;
  if (!line) return causeOf(code, field);
  const child = `children[${childOfLine(line, indexOf(field ?? ''))}]`;
  const place = placeOf(field, order);
  if (code === 'times_overlap')
    return [
      `${child}.name`,
      { kind: code, places: [placeOf('other' in failure ? failure.other : undefined, order), place] },
    ];
  if (code === 'age_not_allowed') return [`${child}.dob`, { kind: code, place }];
  if (code === 'already_booked' || code === 'try_out_used') return [`${child}.name`, { kind: code, place }];
  return causeOf(code, `${child}.name`);
}

/**
 * Returns the fault of a refusal with the field beside which it is shown. Returns null if the form has no such field.
 */
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
