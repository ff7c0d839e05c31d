import { formatPhone } from '#contract/phone-format.ts';
import type { ContactPerson, PersonTyped } from './contact-person.ts';

// These messages are not in contact-person.ts, because public forms load that file.

export const typedOf = ({ name, relationship, phone }: ContactPerson): PersonTyped => ({
  name,
  relationship: relationship ?? '',
  phone: formatPhone(phone ?? ''),
});

export const personLine = ({ name, phone }: ContactPerson): string =>
  phone === null ? name : `${name} (${formatPhone(phone)})`;
