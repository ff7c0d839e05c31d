import { isEmail } from '#contract/contact.ts';
import type { Faults } from '#domain/fault.ts';
import { readPhone } from '#domain/phone.ts';
import type { Form } from './model.ts';

type Contact = Pick<Form, 'name' | 'email' | 'phone'>;

export function contactFaults({ name, email, phone }: Contact): Faults {
  const faults: Faults = {};
  if (name.trim() === '') faults['parent.name'] = { kind: 'missing' };
  if (email.trim() === '') faults['parent.email'] = { kind: 'missing' };
  else if (!isEmail(email)) faults['parent.email'] = { kind: 'email_form' };
  const number = readPhone(phone);
  if (phone.trim() === '') faults['parent.phone'] = { kind: 'missing' };
  else if ('kind' in number) faults['parent.phone'] = number;
  return faults;
}
