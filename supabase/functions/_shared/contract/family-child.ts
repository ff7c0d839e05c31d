import * as v from 'valibot';
import { ChildProfile } from './family-people.ts';
import { count } from './numbers.ts';
import { BlockedPerson } from './pickup.ts';

/** What staff read about a child on the page of its family. */

const text = v.nullable(v.string());

/** How many people may not collect a child. Their names are opened separately, and each read of a name is logged. */
export const CollectionSummary = v.object({
  /** The number of people who must never collect this child. */
  blocked: count,
  going_alone: v.picklist(['allowed', 'too_young', 'no_consent']),
  may_go_alone: v.boolean(),
  alone_from_age: count,
  /**
   * The parent who decided. If this is null although there is a `decided_at`, the person is no longer a parent of the
   * family.
   */
  decided_by: text,
  /** Null if the family has never said whether the child may go home alone. */
  decided_at: text,
});
export type CollectionSummary = v.InferOutput<typeof CollectionSummary>;

/** A change of a child's level, or a note about it without a change. */
export const LevelChange = v.object({
  at: v.string(),
  before: count,
  level: count,
  note: text,
  /** Null if the account no longer exists. */
  who: text,
});
export type LevelChange = v.InferOutput<typeof LevelChange>;

/** A child's profile as the office reads it. Each read is logged. */
export const StaffChildProfile = v.object({
  ...ChildProfile.entries,
  blocked_collectors: v.array(BlockedPerson),
  /**
   * Notes from a guest's booking that the family has not confirmed. Coaches must take them into
   * account anyway.
   */
  unconfirmed_health: v.array(v.object({ field: v.string(), text: v.string() })),
});
export type StaffChildProfile = v.InferOutput<typeof StaffChildProfile>;

/** The consents that a parent may give by phone. Only parents themselves accept the terms and sign the indemnity. */
export const phonePurposes = ['photo', 'medical', 'activity', 'marketing'] as const;

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));

/** The form for a consent that a parent gave or withdrew by phone. `parent` is empty for a guest. */
export const PhoneConsent = v.object({ parent: v.string(), given: v.boolean() });

/** The form for an emergency contact that somebody told us by phone. `phone` is in E.164. */
export const PhoneContact = v.object({
  name: line(120),
  relationship: v.pipe(v.string(), v.trim(), v.maxLength(60)),
  phone: line(20),
  told_by: line(120),
});

/** A person to call in an emergency. `position` is 1 for the one who is called first. */
export const FamilyContact = v.object({
  id: v.string(),
  /** Null if the contact is for the whole family. */
  child_name: v.nullable(v.string()),
  position: count,
  name: v.string(),
  relationship: v.nullable(v.string()),
  phone: v.string(),
});
export type FamilyContact = v.InferOutput<typeof FamilyContact>;
/** The office's form for correcting an emergency contact. */
export const CorrectContact = v.object({
  name: line(120),
  relationship: v.pipe(v.string(), v.trim(), v.maxLength(60)),
  phone: line(20),
  first: v.boolean(),
  reason: line(300),
});

/** The number of parents who got a mail about what staff recorded. */
export const RecordedByPhone = v.object({ notified: count });

/** The office's form for inviting a second parent. */
export const InviteParent = v.object({ email: v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254)) });
/** The office's form for removing a parent. */
export const RemoveParent = v.object({ reason: line(300) });
/** `mailed` is false if the first parent has not confirmed their own address. */
export const InvitedParent = v.object({ email: v.string(), expires_at: v.string(), mailed: v.boolean() });
