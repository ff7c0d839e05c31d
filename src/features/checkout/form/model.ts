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
  /** Level on a board; absent until the parent chooses one. */
  level: v.optional(v.picklist(experienceLevels)),
  overnight: v.optional(v.boolean()),
});
export type Child = v.InferOutput<typeof Child>;

export const MOST_CHILDREN = 8;

const version = v.optional(v.number());

/** The part of the form that the browser may save as a draft. */
export const Form = v.object({
  /** `keyOf` the subject that the form was filled in for. */
  of: v.string(),
  children: v.pipe(v.array(Child), v.minLength(1), v.maxLength(MOST_CHILDREN)),
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
  /** Which of the answers that are never saved had been given. */
  givenAnswers: v.optional(v.array(v.string())),
});
/** Answers that are never saved; the draft only records that they were given. */
export type RecordedAnswer = 'unchanged' | 'health' | 'signed' | 'pickup';
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
  givenAnswers: undefined,
};

/** A child's health: first whether there is anything to report, then what. */
export interface Health {
  answer: '' | 'none' | 'some';
  allergies: string;
  conditions: string;
}

/** Health, pickup and signature exist in this page's memory only (decisions "What the browser remembers"). */
export interface PrivateDetails {
  health: Health[];
  pickup: PersonTyped[];
  /** The parent has changed the list on this page, so it replaces the order's list even if it is empty. */
  pickupChanged: boolean;
  signature: string;
}
/** Not asked again (decisions "Nothing has changed"). In this page's memory only, because they include health. */
export interface AnswersOnRecord {
  /** One entry per child in the form's order; null if the question must be asked. */
  health: readonly RecordedDetails['children'][number]['health'][];
  consents: Partial<Record<Purpose, boolean>>;
  /** Some purpose must still be asked, so a signature is needed. */
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

/** Compares a child's age on the first day with the ages of the team or camp; null if there is nothing to say. */
export function ageRemark(age: number, { minAge, maxAge }: Ages): 'fits' | 'outside' | null {
  // The field's own check reports these.
  if (age < 0 || age >= ADULT_AGE) return null;
  // A cart that an earlier version of the page saved has no ages.
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
