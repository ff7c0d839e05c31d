import type { FamilyDashboard } from '#contract/family.ts';
import { type ConsentText, isPersonal } from '#contract/orders.ts';
import type { ConsentAnswer, FamilyConsents } from '#api/family-consents.ts';
import {
  type ConsentEntry,
  type ConsentPurpose,
  type ConsentStatus,
  findConsentStatus,
} from '#domain/consents.ts';
import { whoMessages } from './messages.ts';

/** The order of the consents. Those that children need come before optional ones. */
const order: readonly ConsentPurpose[] = ['activity', 'liability', 'medical', 'photo', 'marketing', 'terms'];

export interface Consent {
  purpose: ConsentPurpose;
  text: ConsentText;
  /** True for an optional consent, which requires no answer. */
  isPreference: boolean;
  rows: { childId: string | null; name: string; status: ConsentStatus }[];
  history: readonly ConsentEntry[];
}

export function buildConsents(consents: FamilyConsents, family: FamilyDashboard): Consent[] {
  const children = family.children.filter(({ status }) => status === 'own');
  const isOnlyParent = !family.family?.primary_parent_id || !family.family.secondary_parent_id;
  return order.flatMap((purpose) => {
    const text = consents.texts.get(purpose);
    if (!text) return [];
    const isPersons = isPersonal(purpose);
    const about = isPersons ? [{ id: null, name: '' }] : children;
    const history = consents.entries.filter(
      (entry) =>
        entry.purpose === purpose && (!isPersons || entry.user_id === family.me.id || entry.user_id === null),
    );
    const rows = about.map(({ id, name }) => ({
      childId: id,
      name,
      status: findConsentStatus(
        purpose,
        { childId: id, userId: family.me.id, isOnlyParent },
        consents.entries,
      ),
    }));
    const isPreference = purpose === 'photo' || purpose === 'marketing';
    return [{ purpose, text, isPreference, rows, history }];
  });
}

/**
 * Returns the outdated consents, which are renewed together for the current texts. Those that are optional are given
 * again one by one, because their new text may be about something else.
 */
export const staleIn = (consents: readonly Consent[]): ConsentAnswer[] =>
  consents.flatMap(({ purpose, text, isPreference, rows }) =>
    (isPreference ? [] : rows)
      .filter(({ status }) => status.state === 'stale')
      .map(({ childId }) => ({ purpose, childId, given: true, version: text.version })),
  );

export function whoAnswered({ user_id, source }: ConsentEntry, { me, family }: FamilyDashboard): string {
  if (source === 'merge') return whoMessages.merge;
  if (source === 'mail') return whoMessages.mail;
  if (source === 'staff') return whoMessages.staff;
  if (user_id === null) return whoMessages.guest;
  if (user_id === me.id) return whoMessages.me;
  const parents = [family?.primary_parent, family?.secondary_parent];
  return parents.find((parent) => parent?.id === user_id)?.name ?? whoMessages.formerParent;
}

export function forWhom({ child_id, purpose }: ConsentEntry, { children }: FamilyDashboard): string {
  if (isPersonal(purpose)) return '';
  if (child_id === null) return whoMessages.family;
  return children.find(({ id }) => id === child_id)?.name ?? whoMessages.formerChild;
}
