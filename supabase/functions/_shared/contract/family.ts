import * as v from 'valibot';
import { FamilyCamp } from './family-camps.ts';
import { FamilyPass } from './family-passes.ts';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';
import { FamilyWaiting } from './family-waiting.ts';

/**
 * The family's page in one call: `get_family_dashboard` (spec 1 §3 and §7). Credits in sessions, times as ISO 8601 with
 * zone, dates and times of day in Singapore time. The packing list is content that the page already has.
 */

const date = v.pipe(v.string(), v.isoDate());

const Parent = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** Gets mails about the family's bookings; if it is off, only the other parent gets them. */
  booking_mails: v.optional(v.boolean(), true),
});

/**
 * Missing information about a child, the most urgent first: `health`: nothing was stated, not even that there is
 * nothing to report; `emergency_contact`: of the child or its family; `medical`, `liability`, `activity`: the consent
 * is not active; `doctor_phone`: the number a hospital's doctors call; `photo`: neither yes nor no was stated.
 */
export const missingDetails = [
  'health',
  'emergency_contact',
  'medical',
  'liability',
  'activity',
  'doctor_phone',
  'photo',
] as const;
export type MissingDetail = (typeof missingDetails)[number];

/** A child, with the summary of spec 1 §3 (`get_family_children_with_credits`). */
export const FamilyChild = v.object({
  id: v.string(),
  name: v.string(),
  dob: date,
  age: count,
  gender: v.nullable(v.string()),
  current_level: count,
  credits_remaining: count,
  /** Passes with credits left. */
  active_passes: count,
  upcoming_bookings: count,
  recent_bookings_count: count,
  has_upcoming_bookings: v.boolean(),
  /** True if the assessment is complete, else it is pending. */
  quiz_completed: v.boolean(),
  /** `proposed`: from an order bought as a guest; a parent confirms whether the child is theirs. */
  status: v.picklist(['own', 'proposed']),
  /** The child's own team today; null if it is too young for any. */
  team: v.nullable(v.object({ id: TeamId, name: v.string() })),
  /** A coach's last note with a level. */
  level_note: v.nullable(
    v.object({ level: count, text: v.string(), at: v.string(), coach: v.nullable(v.string()) }),
  ),
  /**
   * Counts of the last 365 days: sessions that have begun; those with recorded attendance; those the child attended.
   */
  sessions: v.object({ booked: count, marked: count, attended: count, since: v.nullable(date) }),
  details_missing: v.array(v.picklist(missingDetails)),
  /** Whether there is a photo; the function `child-photo` returns its address. */
  has_photo: v.boolean(),
  /** Names of people who may collect the child, besides the parents. A browser does not save them. */
  pickup: v.array(v.string()),
});
export type FamilyChild = v.InferOutput<typeof FamilyChild>;

export const FamilyBooking = v.object({
  id: v.string(),
  session_id: v.string(),
  session_date: date,
  session_time: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  status: v.picklist(['booked', 'cancelled']),
  /** Null until attendance is recorded. */
  attended: v.nullable(v.boolean()),
  child_id: v.string(),
  family_id: v.string(),
  child: v.object({ name: v.string() }),
  /**
   * Names of people who may collect from this place alone, until a parent confirms them. A browser does not save them.
   */
  order_collectors: v.array(v.string()),
  /** Cancelling before this time returns the credit. */
  credit_returns_until: v.string(),
  /** The pass whose credit it used; null if staff booked it without one. */
  pass_id: v.nullable(v.string()),
  /** Missed or cancelled too late, and `claim_make_up` would return the credit. */
  can_make_up: v.boolean(),
  session: v.object({
    max_capacity: count,
    location: v.object({ name: v.string(), address: v.nullable(v.string()) }),
    coach: v.nullable(v.object({ name: v.string() })),
    class_type: v.object({ name: v.string(), level: v.nullable(v.string()) }),
    /** Null for a class without a team. */
    team: v.nullable(TeamId),
    /** Cancelled by the provider. */
    cancelled: v.boolean(),
  }),
});
export type FamilyBooking = v.InferOutput<typeof FamilyBooking>;

/** A cancelled class or camp of the next 7 days, for families who had a place. */
export const CancelledByUs = v.object({
  kind: v.picklist(['session', 'camp']),
  /** Id of the session or camp. */
  id: v.string(),
  /** Its name for parents. */
  title: v.string(),
  team: v.nullable(TeamId),
  location_name: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  child_ids: v.array(v.string()),
  /** The reason that staff wrote; null if there is none. */
  reason: v.nullable(v.string()),
  cancelled_by_us_at: v.string(),
  /**
   * The order of a camp, where the family chooses another week or the money; null for a class, whose credit has
   * returned.
   */
  order_id: v.nullable(v.string()),
});
export type CancelledByUs = v.InferOutput<typeof CancelledByUs>;

const childId = v.string();

export const FamilyNotification = v.variant('kind', [
  v.object({
    kind: v.literal('proposals_waiting'),
    proposals: count,
    /** Some of it was adopted already and is shown once for correction. */
    taken_over: v.boolean(),
  }),
  v.object({
    kind: v.literal('pass_expiring'),
    child_id: childId,
    pass_id: v.string(),
    title: v.string(),
    valid_until: date,
    credits: count,
  }),
  v.object({
    kind: v.literal('instalment_due'),
    order_id: v.string(),
    children: v.array(v.string()),
    title: v.string(),
    cents: count,
    due_on: date,
    is_late: v.boolean(),
  }),
  v.object({ kind: v.literal('child_details_missing'), child_id: childId }),
  v.object({
    kind: v.literal('consent_missing'),
    child_id: childId,
    purpose: v.picklist(['liability', 'medical', 'activity']),
  }),
  v.object({ kind: v.literal('emergency_contact_missing') }),
]);
export type FamilyNotification = v.InferOutput<typeof FamilyNotification>;

/** Answer of `get_family_dashboard`. A user without a family gets an empty one. */
export const FamilyDashboard = v.object({
  family: v.nullable(
    v.object({
      id: v.string(),
      primary_parent_id: v.nullable(v.string()),
      secondary_parent_id: v.nullable(v.string()),
      /** When the second parent becomes the first; either may stop it before then. */
      handover_at: v.optional(v.nullable(v.string()), null),
      primary_parent: v.nullable(Parent),
      secondary_parent: v.nullable(Parent),
    }),
  ),
  /** The caller. */
  me: v.object({ id: v.string(), name: v.string(), is_primary: v.boolean(), is_secondary: v.boolean() }),
  /** The calendar's clock, which a demo may shift: "in 2 hours" counts from it. */
  now: v.string(),
  today: date,
  children: v.array(FamilyChild),
  totalCredits: count,
  /** Only booked ones, in the order of their starts. */
  upcomingBookings: v.array(FamilyBooking),
  /** The last 30 days, newest first, 10 at most. */
  recentActivity: v.array(FamilyBooking),
  notifications: v.array(FamilyNotification),
  passes: v.array(FamilyPass),
  upcomingCamps: v.array(FamilyCamp),
  /** The last year. */
  pastCamps: v.array(FamilyCamp),
  cancelledByUs: v.array(CancelledByUs),
  /** Entries that wait, need a confirmation, or have an offer. */
  waiting: v.array(FamilyWaiting),
  /** The open invitation of a second parent. */
  invitation: v.nullable(v.object({ email: v.string(), expires_at: v.string() })),
  /** Number of details from a guest's order that a parent has to decide about. */
  proposals: count,
  /** `N / 6 sessions booked` (spec 2 §2); null at none, and without a valid pass. */
  sessionsProgress: v.nullable(v.object({ booked: count, of: v.literal(6) })),
});
export type FamilyDashboard = v.InferOutput<typeof FamilyDashboard>;
