import * as v from 'valibot';
import { CollectionSummary, LevelChange } from './family-child.ts';
import { FamilyCamp } from './family-camps.ts';
import { FamilyPass } from './family-passes.ts';
import { PrivacyRead } from './family-privacy.ts';
import { FamilyBooking, FamilyChild } from './family.ts';
import { StaffOrder } from './management-orders.ts';
import { count } from './numbers.ts';
import { staffRoles } from './staff-roles.ts';
import { FamilyWaiting } from './family-waiting.ts';
import { TeamId } from './teams.ts';
import { listPage } from './list-page.ts';

/**
 * Families for staff (docs/decisions "/management/families"). Health is left out, because other calls return and log
 * it.
 */

const text = v.nullable(v.string());

/**
 * `waits` means that the family is on a waitlist. `proposals` means that a parent must confirm details. `twice` means
 * that the family may be the same as another one.
 */
export const familyKinds = ['account', 'guest', 'waits', 'proposals', 'twice'] as const;
export const familySorts = ['-created', 'created', 'name', '-name'] as const;

export const FamiliesFilter = v.partial(
  v.object({
    search: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120)),
    kind: v.picklist(familyKinds),
  }),
);
export type FamiliesFilter = v.InferOutput<typeof FamiliesFilter>;

export const StaffFamily = v.object({
  family_id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: text,
  has_account: v.boolean(),
  created_at: v.string(),
  children: v.array(v.object({ id: v.string(), name: v.string(), level: count, age: v.number() })),
  /** The credits of all its passes that can be used. */
  credits: v.number(),
  /** The number of bookings from today on. */
  ahead: count,
  orders: count,
});
export type StaffFamily = v.InferOutput<typeof StaffFamily>;

export const StaffFamilies = listPage(StaffFamily);

/** A parent with an account. */
export const StaffParent = v.object({
  id: v.string(),
  name: v.string(),
  email: text,
  phone: text,
  /** True if this is the first parent. */
  is_first: v.boolean(),
  is_verified: v.boolean(),
  seen_at: text,
  roles: v.array(v.picklist(staffRoles)),
});
export type StaffParent = v.InferOutput<typeof StaffParent>;

/** A note of staff about a family, or about one of its children (`child_id`). */
export const StaffNote = v.object({
  id: v.string(),
  child_id: text,
  note: v.string(),
  at: v.string(),
  who: text,
});
export type StaffNote = v.InferOutput<typeof StaffNote>;

/** The latest answer about a consent. */
export const StaffConsent = v.object({
  purpose: v.picklist(['terms', 'liability', 'medical', 'photo', 'marketing', 'activity']),
  child_id: text,
  given: v.boolean(),
  at: v.string(),
  source: v.picklist(['account', 'checkout', 'staff', 'merge', 'mail', 'phone']),
  /** Who wrote down an answer by phone. */
  recorded_by: text,
  /** True if the consent was given to the version that applies now. */
  is_current: v.boolean(),
  who: text,
});
export type StaffConsent = v.InferOutput<typeof StaffConsent>;

/** A family that may be the same, because the same child, address, number, or parent and postal code was entered. */
export const SameFamily = v.object({
  ...StaffFamily.entries,
  same: v.array(v.picklist(['child', 'email', 'parent', 'phone'])),
});
export type SameFamily = v.InferOutput<typeof SameFamily>;

/** `distinct` is true if staff have said that the two families are different. */
export const FamiliesDistinct = v.object({ distinct: v.boolean() });

export const FamilyPage = v.object({
  family: StaffFamily,
  /** The contact person. For a guest, this is what the guest typed at the checkout. */
  contact: v.object({ name: v.string(), email: v.string(), phone: text }),
  parents: v.array(StaffParent),
  children: v.array(
    v.object({
      ...v.omit(FamilyChild, ['pickup']).entries,
      agreed_teams: v.array(TeamId),
      collection: CollectionSummary,
      /** The latest changes of the level, the newest first. */
      levels: v.array(LevelChange),
    }),
  ),
  teams: v.array(v.object({ id: TeamId, name: v.string() })),
  passes: v.array(FamilyPass),
  /** Bookings from today on. */
  ahead: v.array(FamilyBooking),
  past: v.array(FamilyBooking),
  camps: v.array(FamilyCamp),
  waiting: v.array(v.omit(FamilyWaiting, ['secret'])),
  orders: v.array(StaffOrder),
  orders_count: count,
  consents: v.array(StaffConsent),
  proposals: count,
  notes: v.array(StaffNote),
  /** Who has read the family's data. */
  views: v.array(PrivacyRead),
  /** Other families that may be the same. */
  same: v.array(SameFamily),
});
export type FamilyPage = v.InferOutput<typeof FamilyPage>;

/** The notes about a family after a change. */
export const FamilyNotes = v.object({ notes: v.array(StaffNote) });

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most));
const reason = line(300);
/**
 * Requests of `correct_details`. If a field is missing, it does not change. `phone` is in E.164, and null clears it.
 */
export const CorrectChild = v.object({
  name: v.optional(line(120)),
  dob: v.optional(v.pipe(v.string(), v.isoDate())),
  reason,
});
export const CorrectParent = v.object({
  name: v.optional(line(120)),
  phone: v.optional(v.nullable(v.string())),
  /** A guest's address. The address of an account can be changed only by its owner. */
  email: v.optional(v.pipe(v.string(), v.trim(), v.email(), v.maxLength(254))),
  reason,
});
/** The fields that `correct_details` may change. */
export const correctableFields = ['dob', 'email', 'name', 'phone'] as const;
/** The fields that changed, and the number of parents who got a mail. */
export const Corrected = v.object({ fields: v.array(v.picklist(correctableFields)), notified: count });

/** A child's new level, with a note to the family. */
export const SetLevel = v.object({
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  note: v.nullable(line(500)),
});
/** A child's level now and before. */
export const LevelSet = v.object({ current_level: count, level_before: count });
/** `agreed` is true if the child may join the team although age or level do not allow it. */
export const AgreeTeam = v.object({ team: TeamId, agreed: v.boolean() });
/** The teams that the child may join although its age or level does not allow it. */
export const TeamAgreed = v.object({ agreed_teams: v.array(TeamId) });
/** The session that staff book for a child. */
export const BookClass = v.object({ session_id: v.pipe(v.string(), v.minLength(1)) });

export const GrantCredit = v.object({
  /** The number of credits to give, or, if negative, to take. */
  delta: v.pipe(v.number(), v.integer(), v.minValue(-50), v.maxValue(50)),
  reason,
});
const day = v.pipe(v.string(), v.isoDate());
export const PausePass = v.object({ first_day: day, last_day: day, reason });
export const EndPause = v.object({ pause_id: v.string() });
/** The pass that got the credits, and how many it has now. */
export const CreditGranted = v.object({ pass_id: v.string(), credits_left: count });
/** `removed` is false if there was no such note. */
export const NoteRemoved = v.object({ removed: v.boolean() });

/** What a family has, before or after a merge. */
export const MergeSide = v.object({
  family: StaffFamily,
  parents: v.array(StaffParent),
  orders: count,
  last_order_at: text,
  passes: count,
  bookings: count,
  waiting: count,
  proposals: count,
});
export type MergeSide = v.InferOutput<typeof MergeSide>;

/**
 * What a merge would do. Each child of the family that is removed is merged with a child of the other family, or added
 * to that family.
 */
export const MergePreview = v.object({
  /** The family that is removed. */
  from: MergeSide,
  /** The family that stays. */
  into: MergeSide,
  /** The family that stays, as it will be. */
  after: MergeSide,
  children: v.array(v.object({ id: v.string(), name: v.string(), age: v.number(), is_merged: v.boolean() })),
  /** A hash of this preview. The merge is refused if its result would no longer be the same. */
  fingerprint: v.string(),
});
export type MergePreview = v.InferOutput<typeof MergePreview>;

/** The family that stayed, with the numbers of orders and children that were moved to it. */
export const MergedFamily = v.object({ family_id: v.string(), orders: count, children: count });
