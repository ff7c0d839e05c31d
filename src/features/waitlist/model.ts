import type { WaitlistRequest } from '#contract/waitlists.ts';
import * as v from 'valibot';
import { dateFrom } from '../../domain/dates.ts';

/** Rules of the forms for waiting (spec 2 §5). No I/O, no React. */

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

export type Fault =
  | 'missing'
  | 'email_form'
  | 'phone_form'
  | 'no_such_date'
  | 'future_date'
  | 'not_a_child'
  | 'age'
  | 'refused';
/** By the names that SQL gives the fields: `parent.email`, `children[0].dob`. */
export type Faults = Record<string, Fault>;

const OLDEST_YEARS = 18;
const SINGAPORE = /^[3689]\d{7}$/;

/** A number as people type it ("9123 4567", "+44 7700 900123") to E.164, or null. */
export function readPhone(text: string): string | null {
  const plain = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  if (SINGAPORE.test(plain)) return `+65${plain}`;
  if (/^65[3689]\d{7}$/.test(plain)) return `+${plain}`;
  if (plain.startsWith('+65')) return SINGAPORE.test(plain.slice(3)) ? plain : null;
  return /^\+[1-9]\d{7,14}$/.test(plain) ? plain : null;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim());

export function contactFaults({ name, email, phone }: Pick<Form, 'name' | 'email' | 'phone'>): Faults {
  const faults: Faults = {};
  if (name.trim() === '') faults['parent.name'] = 'missing';
  if (email.trim() === '') faults['parent.email'] = 'missing';
  else if (!isEmail(email)) faults['parent.email'] = 'email_form';
  if (phone.trim() === '') faults['parent.phone'] = 'missing';
  else if (readPhone(phone) === null) faults['parent.phone'] = 'phone_form';
  return faults;
}

/** Birth date of a child as typed: ISO date, null where nothing was typed, or what is wrong with it. */
function birthOf(child: Child, today: string): { dob: string | null } | { fault: Fault } {
  const parts = [child.day, child.month, child.year].map((part) => part.trim());
  if (parts.every((part) => part === '')) return { dob: null };
  if (parts.some((part) => !/^\d+$/.test(part))) return { fault: 'no_such_date' };
  const dob = dateFrom(Number(parts[0]), Number(parts[1]), Number(parts[2]));
  if (dob === null) return { fault: 'no_such_date' };
  if (dob > today) return { fault: 'future_date' };
  return Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) > OLDEST_YEARS
    ? { fault: 'not_a_child' }
    : { dob };
}

/** Everything that is wrong, or what is asked of the database. Of a friend the name is enough. */
export function checkForm(
  form: Form,
  place: { kind: 'session' | 'camp'; id: string },
  today: string,
): { faults: Faults; request: WaitlistRequest | null } {
  const faults = contactFaults(form);
  if (form.offerId === '') faults['offer_id'] = 'missing';
  const children = form.children.map((child, index) => {
    if (child.name.trim() === '') faults[`children[${index}].name`] = 'missing';
    const birth = birthOf(child, today);
    if ('fault' in birth) faults[`children[${index}].dob`] = birth.fault;
    else if (birth.dob === null && !child.friend) faults[`children[${index}].dob`] = 'missing';
    return {
      name: child.name.trim(),
      dob: 'dob' in birth ? birth.dob : null,
      is_friend: child.friend,
    };
  });
  if (Object.keys(faults).length > 0) return { faults, request: null };
  return {
    faults,
    request: {
      ...(place.kind === 'camp' ? { camp_id: place.id } : { session_id: place.id }),
      offer_id: form.offerId,
      parent: {
        name: form.name.trim(),
        email: form.email.trim(),
        phone: readPhone(form.phone) ?? form.phone,
      },
      children,
    },
  };
}

/** The order in which the page shows its fields. */
export function fieldsInOrder(form: Form): string[] {
  return [
    ...form.children.flatMap((_, index) => [`children[${index}].name`, `children[${index}].dob`]),
    ...['offer_id', 'parent.name', 'parent.email', 'parent.phone'],
  ];
}

/** Time left as words and numbers: `23 h 59 min`, `4 min 05 s`; null once it is over. */
export function timeLeft(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return null;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
}
