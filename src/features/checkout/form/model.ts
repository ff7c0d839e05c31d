import type { OnRecord } from '#contract/on-record.ts';
import { type ConsentText, experienceLevels } from '#contract/orders.ts';
import * as v from 'valibot';
import type { PersonTyped } from '#domain/contact-person.ts';
import { ADULT_AGE } from '#contract/contact.ts';
import { type Ages, partsOfDate } from '#domain/person.ts';

/** What a parent types (spec 2 §3), and what is true of it. No I/O, no React. */
export const Child = v.object({
  name: v.string(),
  day: v.string(),
  month: v.string(),
  year: v.string(),
  /** How it goes on a board; left out while nobody has said. */
  level: v.optional(v.picklist(experienceLevels)),
  /** EPIC: would like to stay the night. */
  overnight: v.optional(v.boolean()),
});
export type Child = v.InferOutput<typeof Child>;

export const MOST_CHILDREN = 8;

const version = v.optional(v.number());

/** What the browser may keep while it is being typed. */
export const Form = v.object({
  /** What it was typed for: `keyOf` the subject. */
  of: v.string(),
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(MOST_CHILDREN)),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
  /** Id of the transport; '': the parents bring the child. */
  transport: v.string(),
  address: v.string(),
  /** Each purpose that is ticked, with the version of the text that stood there. */
  consents: v.object({
    terms: version,
    activity: version,
    liability: version,
    medical: version,
    photo: version,
    marketing: version,
  }),
  keep: v.boolean(),
  /** Which of what is never kept was told. */
  told: v.optional(v.array(v.string())),
});
/** What the browser keeps nothing of, but that it was told. */
export type Told = 'unchanged' | 'health' | 'signed' | 'pickup';
export type Form = v.InferOutput<typeof Form>;
export type Purpose = ConsentText['purpose'];

export const emptyChild: Child = { name: '', day: '', month: '', year: '' };

export const emptyForm: Form = {
  of: '',
  children: [emptyChild],
  parentName: '',
  email: '',
  phone: '',
  transport: '',
  address: '',
  consents: {},
  keep: false,
};

/** What is told of a child's health: first whether there is anything. */
export interface Health {
  answer: '' | 'none' | 'some';
  allergies: string;
  conditions: string;
}

/** Health, pickup and signature live in this page alone (decisions "What the browser remembers"). */
export interface PrivateDetails {
  health: Health[];
  pickup: PersonTyped[];
  /** The parent has changed the list on this page: it replaces what the order knows, also when it is empty. */
  pickupChanged: boolean;
  signature: string;
}
/**
 * What stands on the family's record and is not asked anew (decisions "Nothing has changed"); in this page alone, as it
 * holds health.
 */
export interface Kept {
  /** Of each child, in the form's order; null: to be asked. */
  health: readonly OnRecord['children'][number]['health'][];
  /** What stands of each purpose that is not asked. */
  consents: Partial<Record<Purpose, boolean>>;
  /** Some purpose is asked all the same, so a name is typed under it. */
  asksConsent: boolean;
  signed: boolean;
}
/** Is there any purpose to be agreed to, and so a name to be typed? */
export const asksConsent = (kept: Kept | null): boolean => kept?.asksConsent !== false;
/** Without these nothing is booked. */
export const mustAgree: readonly Purpose[] = ['terms', 'activity'];
export const emptyHealth: Health = { answer: '', allergies: '', conditions: '' };
export const noPrivateDetails: PrivateDetails = {
  health: [],
  pickup: [],
  pickupChanged: false,
  signature: '',
};

/** The three fields of a date, such as an entry of the waitlist brings. */
export function childOf(name: string | null, dob: string | null): Child {
  return { name: name ?? '', ...partsOfDate(dob) };
}

/** The parent's fields, as far as an entry of the waitlist fills them: what it does not know stays as it is. */
export function parentOf(known: {
  name: string | null;
  email: string | null;
  phone: string | null;
}): Partial<Form> {
  return {
    ...(known.name !== null && { parentName: known.name }),
    ...(known.email !== null && { email: known.email }),
    ...(known.phone !== null && { phone: known.phone }),
  };
}

/** A child's age on the first day beside the ages of team or camp; null where there is nothing to say. */
export function ageRemark(age: number, { minAge, maxAge }: Ages): 'fits' | 'outside' | null {
  // Of these the field itself says what is wrong.
  if (age < 0 || age >= ADULT_AGE) return null;
  // A cart kept by an earlier version of the page.
  if (minAge === undefined && maxAge === undefined) return null;
  return age >= (minAge ?? 0) && age <= (maxAge ?? Infinity) ? 'fits' : 'outside';
}

/** "Kai Lim", or by the place in the form while there is no name. */
export function nameOf(child: Child | undefined, index: number): string {
  const name = child?.name.trim() ?? '';
  return name === '' ? `Child ${index + 1}` : name;
}

/** Names of those who are coming, as a sentence has them: "Kai, Mira and Noa". */
export function namesOf(children: readonly Child[], fallback: string): string {
  const names = children.map(({ name }) => name.trim());
  if (names.length === 0 || names.some((name) => name === '')) return fallback;
  return names.length === 1
    ? (names[0] ?? fallback)
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
