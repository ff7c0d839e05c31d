import { formatPhone } from '#contract/phone-format.ts';
import type { StaffChildProfile } from '#contract/family-child.ts';
import type { FamilyPage, MergePreview, StaffConsent } from '#contract/management-families.ts';
import { formatDate } from '#domain/dates.ts';
import { healthMarkMessages, unconfirmedHealth } from '#ui/staff/health/messages.ts';
import type { ShownHealth } from './detail.ts';
import { collectionMessages, firstAidMessages } from './child-messages.ts';
import { healthMessages } from './messages.ts';

interface Person {
  name: string;
  relationship: string | null;
  phone: string | null;
}
const personLine = ({ name, relationship, phone }: Person): string =>
  [name, relationship, phone === null ? null : formatPhone(phone)].filter(Boolean).join(' · ');

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function fieldLines(details: object | null): [title: string, text: string][] {
  if (details === null) return [];
  return Object.entries(details).flatMap(([field, value]: [string, unknown]) => {
    const title = healthMessages.fields[field];
    if (title === undefined || value === null || value === undefined) return [];
    if (typeof value === 'boolean') return [[title, value ? healthMessages.yes : healthMessages.no]];
    if (typeof value !== 'string') return [];
    return [
      [title, field.endsWith('_phone') ? formatPhone(value) : isDay(value) ? formatDate(value) : value],
    ];
  });
}
const peopleLines = (title: string, people: readonly Person[]): [string, string][] =>
  people.length === 0 ? [] : [[title, people.map(personLine).join('\n')]];

const blockedLine = (blocked: StaffChildProfile['blocked_collectors']): [string, string] => [
  collectionMessages.blocked,
  blocked.length === 0
    ? collectionMessages.blockedNotSaid
    : blocked.map(({ name, note }) => [name, note].filter(Boolean).join(': ')).join('\n'),
];

/**
 * Returns the lines of a person's health. The people who must never collect the child come first, and then whether
 * anybody has answered about its health.
 */
export function linesOf({ of, details }: ShownHealth): [title: string, text: string][] {
  if (of === 'parent')
    return [
      ...fieldLines(details.health),
      ...peopleLines(healthMessages.contacts, details.emergency_contacts),
    ];
  if (of === 'first_aid')
    return details.map((entry) => [firstAidMessages.entryTitle(entry), firstAidMessages.entry(entry)]);
  return [
    blockedLine(details.blocked_collectors),
    [healthMessages.answer, healthMarkMessages.answer(details.health_answer)],
    ...details.unconfirmed_health.map(({ field, text }): [string, string] => [
      `${healthMessages.fields[field] ?? healthMessages.answer} ${unconfirmedHealth}`,
      text,
    ]),
    ...fieldLines(details.health),
    ...fieldLines(details.behaviour),
    ...peopleLines(healthMessages.contacts, details.emergency_contacts),
    ...peopleLines(healthMessages.pickup, details.pickup_authorizations),
  ];
}

export const childName = ({ children }: Pick<FamilyPage, 'children'>, id: string | null): string | null =>
  children.find((child) => child.id === id)?.name ?? null;

/** Returns the names of children without a pass that could still get credits. */
export const withoutValidPass = ({ children, passes }: Pick<FamilyPage, 'children' | 'passes'>): string[] =>
  children
    .filter(({ id }) => !passes.some((pass) => pass.is_valid && pass.child_id === id))
    .map(({ name }) => name);

export interface Agreement {
  purpose: StaffConsent['purpose'];
  /** Null means that the consent concerns the whole family or the parent. */
  childId: string | null;
  last: StaffConsent;
}
/** Returns the latest answer for each purpose, separately for each child and for the family. */
export function latestConsents({ consents }: Pick<FamilyPage, 'consents'>): Agreement[] {
  const last = new Map<string, StaffConsent>();
  for (const consent of consents) {
    // Personal consents of several parents are listed separately.
    const name = `${consent.purpose} ${consent.child_id ?? ''} ${consent.who ?? ''}`;
    const earlierConsent = last.get(name);
    if (!earlierConsent || earlierConsent.at < consent.at) last.set(name, consent);
  }
  return [...last.values()].map((consent) => ({
    purpose: consent.purpose,
    childId: consent.child_id,
    last: consent,
  }));
}

/** Returns the names of parents who would join from the other family. */
export const findNewParents = ({ into, after }: MergePreview): string[] => {
  const ids = new Set(into.parents.map(({ id }) => id));
  return after.parents
    .filter(({ id }) => !ids.has(id))
    .map(({ name, email }) => (name === '' ? (email ?? '') : name));
};

export const countNewProposals = ({ into, after }: MergePreview): number =>
  Math.max(0, after.proposals - into.proposals);
