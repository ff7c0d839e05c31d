import type { ConsentText } from '#contract/orders.ts';

export type ConsentPurpose = ConsentText['purpose'];

export interface ConsentEntry {
  id: number;
  child_id: string | null;
  /** The user who decided. Null for a guest, who decides in an order. */
  user_id: string | null;
  purpose: ConsentPurpose;
  version: number;
  given: boolean;
  source: 'account' | 'checkout' | 'staff' | 'merge' | 'mail' | 'phone';
  created_at: string;
  /** True if the text has changed or the consent is too old, as SQL decides (`consents.repeat_details_request`). */
  repeat_details_request: boolean;
}

/** The consents that a child needs to take part. */
export const neededPurposes = ['liability', 'medical', 'activity'] as const;

/** `stale` means that the consent was given and must be renewed. */
export type ConsentStatus =
  | { state: 'never' }
  | { state: 'given' | 'stale' | 'refused'; entry: ConsentEntry };

export interface ConsentSubject {
  childId: string | null;
  userId: string;
  /**
   * True if the family has one parent. If so, consents count as this parent's if a guest gave them with an order that
   * is now in this family.
   */
  isOnlyParent: boolean;
}

/**
 * Returns the status of a consent. `entries` are ordered, the newest first. As in SQL, an entry for the child takes
 * precedence over one for the family.
 */
export function findConsentStatus(
  purpose: ConsentPurpose,
  whose: ConsentSubject,
  entries: readonly ConsentEntry[],
): ConsentStatus {
  const about = entries.filter((entry) => entry.purpose === purpose);
  const entry = whose.childId === null ? ofPerson(about, whose) : ofChild(about, whose.childId);
  // Merging two families adds an entry without a decision, which is not a refusal.
  const isUndecided = entry?.source === 'merge' && !entry.given;
  if (!entry || isUndecided) return { state: 'never' };
  if (!entry.given) return { state: 'refused', entry };
  return { state: entry.repeat_details_request ? 'stale' : 'given', entry };
}

const ofPerson = (about: readonly ConsentEntry[], { userId, isOnlyParent }: ConsentSubject) =>
  about.find(({ user_id }) => user_id === userId || (user_id === null && isOnlyParent));

function ofChild(about: readonly ConsentEntry[], childId: string): ConsentEntry | undefined {
  const childEntry = about.findIndex(({ child_id }) => child_id === childId);
  const all = about.findIndex(({ child_id }) => child_id === null);
  // A later refusal for the whole family overrides the child's consent.
  const isOver = childEntry >= 0 && all >= 0 && all < childEntry && about[all]?.given === false;
  return about[childEntry < 0 || isOver ? all : childEntry];
}
