import { formatPhone } from '#contract/phone-format.ts';
import type { ContactPerson, PersonTyped } from './contact-person.ts';

// Public forms load contact-person.ts, so these messages are in a separate file.

export const typedOf = ({ name, relationship, phone }: ContactPerson): PersonTyped => ({
  name,
  relationship: relationship ?? '',
  phone: formatPhone(phone ?? ''),
});

export const personLine = ({ name, phone }: ContactPerson): string =>
  phone === null ? name : `${name} (${formatPhone(phone)})`;
