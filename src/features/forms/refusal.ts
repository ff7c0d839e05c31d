import { enquiryKeys } from './enquiry.ts';
import type { Fault, Field, FieldType } from './model.ts';

const columns: Record<string, FieldType> = {
  'contact.name': 'contactName',
  'contact.email': 'contactEmail',
  'contact.phone': 'contactPhone',
  attending: 'attending',
  parent_name: 'contactName',
  email: 'contactEmail',
  phone: 'contactPhone',
  message: 'paragraph',
};

/** The question that the database refused, as `contact.phone`, `answers.colour`, `guests[0].name` or `child_age`. */
export function faultAt(field: string | undefined, fields: readonly Field[]): Fault | null {
  if (!field) return null;
  const guest = /^guests\[(\d+)\]\.(\w+)$/.exec(field);
  if (guest) {
    const list = fields.find(({ type }) => type === 'guests');
    const kind = guest[2] === 'age' ? 'guest_age' : guest[2] === 'name' ? 'guest_name' : 'refused';
    return list ? { key: list.key, kind, guest: Number(guest[1]) } : null;
  }
  const [enquiryKey] = Object.entries(enquiryKeys).find(([, column]) => column === field) ?? [];
  const key = enquiryKey ?? field.replace(/^(answers|health)\./, '');
  const found = fields.find((one) => one.key === key) ?? fields.find(({ type }) => type === columns[field]);
  if (!found) return null;
  const kinds: Partial<Record<FieldType, Fault['kind']>> = {
    contactEmail: 'email',
    contactPhone: 'phone',
    // Where days are bounded, the database goes by a clock that is right.
    date: found.daysAhead ? 'soon' : 'date',
    paragraph: 'long',
  };
  return { key: found.key, kind: kinds[found.type] ?? 'refused' };
}
