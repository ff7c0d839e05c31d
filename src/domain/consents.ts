import type { ConsentText } from '#contract/orders.ts';

export type ConsentPurpose = ConsentText['purpose'];

/** One entry of `consents`: given, withdrawn or refused. `child_id` null: for the person, or for the whole family. */
export interface ConsentEntry {
  id: number;
  child_id: string | null;
  /** Who decided; null: a guest, by an order. */
  user_id: string | null;
  purpose: ConsentPurpose;
  version: number;
  given: boolean;
  source: 'account' | 'checkout' | 'staff' | 'merge' | 'mail';
  created_at: string;
  /** Agreed to other words, or too long ago: SQL says which (`consents.asked_again`). */
  asked_again: boolean;
}

/** Without these a child cannot take part. */
export const neededPurposes = ['liability', 'medical', 'activity'] as const;

/** What stands of one purpose. `stale`: it was given, and is to be asked about again. */
export type Standing = { state: 'never' } | { state: 'given' | 'stale' | 'refused'; entry: ConsentEntry };

export interface Whose {
  /** The child that it is about; null: the person's own. */
  childId: string | null;
  userId: string;
  /** Then what a guest agreed to, whose order has come here, is this parent's. */
  isOnlyParent: boolean;
}

/** `entries`: newest first. As SQL decides it: what is said for the child counts before what is said for the family. */
export function standingOf(
  purpose: ConsentPurpose,
  whose: Whose,
  entries: readonly ConsentEntry[],
): Standing {
  const about = entries.filter((entry) => entry.purpose === purpose);
  const entry = whose.childId === null ? ofPerson(about, whose) : ofChild(about, whose.childId);
  // Two families became one: nobody has said no.
  const isUnsaid = entry?.source === 'merge' && !entry.given;
  if (!entry || isUnsaid) return { state: 'never' };
  if (!entry.given) return { state: 'refused', entry };
  return { state: entry.asked_again ? 'stale' : 'given', entry };
}

const ofPerson = (about: readonly ConsentEntry[], { userId, isOnlyParent }: Whose) =>
  about.find(({ user_id }) => user_id === userId || (user_id === null && isOnlyParent));

function ofChild(about: readonly ConsentEntry[], childId: string): ConsentEntry | undefined {
  const own = about.findIndex(({ child_id }) => child_id === childId);
  const all = about.findIndex(({ child_id }) => child_id === null);
  // A later no for the whole family ends what was said for the child.
  const isOver = own >= 0 && all >= 0 && all < own && about[all]?.given === false;
  return about[own < 0 || isOver ? all : own];
}
