import type { RecordedDetails } from '#contract/recorded-details.ts';
import { type ConsentText, experienceLevels } from '#contract/orders.ts';
import * as v from 'valibot';
import type { PersonTyped } from '#domain/contact-person.ts';
import { ADULT_AGE } from '#contract/contact.ts';
import { type Ages, partsOfDate } from '#domain/person.ts';
import { childMessages } from './field-messages.ts';

export const Child = v.object({
  name: v.string(),
  day: v.string(),
  month: v.string(),
  year: v.string(),
  /** The level, which is missing until the parent chooses one. */
  level: v.optional(v.picklist(experienceLevels)),
  overnight: v.optional(v.boolean()),
  /** The keys of the basket's parts to which the child does not go. */
  skips: v.optional(v.array(v.string())),
});
export type Child = v.InferOutput<typeof Child>;

export const MAX_CHILDREN = 8;

const version = v.optional(v.number());

/** The values that the browser may save as a draft. */
export const Form = v.object({
  /** The result of `keyOf` for what the form was filled in for. */
  of: v.string(),
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(MAX_CHILDREN)),
  parentName: v.string(),
  email: v.string(),
  phone: v.string(),
  transport: v.string(),
  address: v.string(),
  consents: v.object({
    terms: version,
    activity: version,
    liability: version,
    medical: version,
    photo: version,
    marketing: version,
  }),
  keep: v.boolean(),
  /** The names of answers that were given. The browser never saves the answers themselves. */
  givenAnswers: v.optional(v.array(v.string())),
});
export type RecordedAnswer = 'unchanged' | 'health' | 'signed' | 'pickup';
export type Form = v.InferOutput<typeof Form>;
export type Purpose = ConsentText['purpose'];

/** Returns whether a child goes to a part of the basket. */
export const goesTo = ({ skips = [] }: Child, key: string): boolean => !skips.includes(key);

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
  givenAnswers: undefined,
};

/** The health answers. The form first asks whether there is anything to report, and then what. */
export interface Health {
  answer: '' | 'none' | 'some';
  allergies: string;
  conditions: string;
}

/** Details that exist only in this page's memory (decisions "What the browser remembers"). */
export interface PrivateDetails {
  health: Health[];
  pickup: PersonTyped[];
  /** True if the parent changed the list on this page. It then replaces the order's list, even if it is empty. */
  pickupChanged: boolean;
  signature: string;
}
/**
 * Answers that are not asked for again (decisions "Nothing has changed"). They include health, so they exist only in
 * this page's memory.
 */
export interface AnswersOnRecord {
  /** The answers of the children in the form's order. An entry is null if the question must be asked. */
  health: readonly RecordedDetails['children'][number]['health'][];
  consents: Partial<Record<Purpose, boolean>>;
  /** True if a consent must still be asked for, which requires a signature. */
  asksConsent: boolean;
  signed: boolean;
}
export const asksConsent = (onRecord: AnswersOnRecord | null): boolean => onRecord?.asksConsent !== false;
export const mustAgree: readonly Purpose[] = ['terms', 'activity'];
export const emptyHealth: Health = { answer: '', allergies: '', conditions: '' };
export const noPrivateDetails: PrivateDetails = {
  health: [],
  pickup: [],
  pickupChanged: false,
  signature: '',
};
export type Values = Form & PrivateDetails;

export function childOf(name: string | null, dob: string | null): Child {
  return { name: name ?? '', ...partsOfDate(dob) };
}

export function parentOf(knownParent: {
  name: string | null;
  email: string | null;
  phone: string | null;
}): Partial<Form> {
  return {
    ...(knownParent.name !== null && { parentName: knownParent.name }),
    ...(knownParent.email !== null && { email: knownParent.email }),
    ...(knownParent.phone !== null && { phone: knownParent.phone }),
  };
}

/**
 * Compares a child's age on the first day with the ages of the team or camp. Returns null if the page should say
 * nothing.
 */
export function ageRemark(age: number, { minAge, maxAge }: Ages): 'fits' | 'outside' | null {
  // The check of the birth date already reports such ages.
  if (age < 0 || age >= ADULT_AGE) return null;
  // A cart that was saved by an earlier version of the page has no ages.
  if (minAge === undefined && maxAge === undefined) return null;
  return age >= (minAge ?? 0) && age <= (maxAge ?? Infinity) ? 'fits' : 'outside';
}

export function nameOf(child: Child | undefined, index: number): string {
  const name = child?.name.trim() ?? '';
  return name === '' ? childMessages.numbered(index) : name;
}

export function namesOf(children: readonly Child[], fallback: string): string {
  const names = children.map(({ name }) => name.trim());
  if (names.length === 0 || names.some((name) => name === '')) return fallback;
  return names.length === 1
    ? (names[0] ?? fallback)
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
