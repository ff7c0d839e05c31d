import type { WaitlistRequest } from '#contract/waitlists.ts';
import { isEmail, readEmail } from '#contract/contact.ts';
import * as v from 'valibot';
import type { Faults } from '#domain/fault.ts';
import { birthFault, dateOf, hasNoDate } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';

/** Rules of the waitlist forms (spec 2 §5). No I/O, no React. */

export const Child = v.object({
  name: v.string(),
  day: v.string(),
  month: v.string(),
  year: v.string(),
  friend: v.boolean(),
});
export type Child = v.InferOutput<typeof Child>;

export const Form = v.object({
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  offerId: v.string(),
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(8)),
});
export type Form = v.InferOutput<typeof Form>;

export const MOST_CHILDREN = 8;
export const emptyChild = (friend = false): Child => ({ name: '', day: '', month: '', year: '', friend });
export const emptyForm: Form = { name: '', email: '', phone: '', offerId: '', children: [emptyChild()] };

export type Contact = Pick<Form, 'name' | 'email' | 'phone'>;

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

/** All faults, or the request for the database. For a friend, the name is enough. */
export function checkForm(
  form: Form,
  place: { kind: 'session' | 'camp'; id: string },
  today: string,
): { faults: Faults; request: WaitlistRequest | null } {
  const faults = contactFaults(form);
  if (form.offerId === '') faults['offer_id'] = { kind: 'missing' };
  const children = form.children.map((child, index) => {
    if (child.name.trim() === '') faults[`children[${index}].name`] = { kind: 'missing' };
    const birth = child.friend && hasNoDate(child) ? null : birthFault(child, today);
    if (birth) faults[`children[${index}].dob`] = birth;
    return { name: child.name.trim(), dob: dateOf(child), is_friend: child.friend };
  });
  const phone = readPhone(form.phone);
  if (Object.keys(faults).length > 0 || 'kind' in phone) return { faults, request: null };
  return {
    faults,
    request: {
      ...(place.kind === 'camp' ? { camp_id: place.id } : { session_id: place.id }),
      offer_id: form.offerId,
      parent: { name: form.name.trim(), email: readEmail(form.email), phone: phone.e164 },
      children,
    },
  };
}

export function fieldsInOrder(form: Form): string[] {
  return [
    ...form.children.flatMap((_, index) => [`children[${index}].name`, `children[${index}].dob`]),
    ...['offer_id', 'parent.name', 'parent.email', 'parent.phone'],
  ];
}

/** Time left: `23 h 59 min`, `4 min 05 s`; null once it is over. */
export function timeLeft(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return null;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
}
