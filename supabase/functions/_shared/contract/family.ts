import * as v from 'valibot';
import { FamilyCamp } from './family-camps.ts';
import { FamilyPass } from './family-passes.ts';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';
import { FamilyWaiting } from './family-waiting.ts';

/**
 * Answer of `get_family_dashboard`, which has all data of the family's home page (spec 1 §3 and §7). Dates and times
 * are in Singapore.
 */

const date = v.pipe(v.string(), v.isoDate());

const Parent = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** True if this parent gets mails about the family's bookings. If not, only the other parent gets them. */
  booking_mails: v.optional(v.boolean(), true),
});

/**
 * The details that are missing, the most urgent first. `health` means that no parent has answered about health.
 * `photo` means that the parents have said neither yes nor no.
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

export const FamilyChild = v.object({
  id: v.string(),
  name: v.string(),
  dob: date,
  age: count,
  gender: v.nullable(v.string()),
  current_level: count,
  credits_remaining: count,
  /** The number of passes that are valid and have credits left. */
  active_passes: count,
  upcoming_bookings: count,
  /** Sessions of the last 30 days. */
  recent_bookings_count: count,
  has_upcoming_bookings: v.boolean(),
  quiz_completed: v.boolean(),
  /**
   * `proposed` means that the child is from a guest's order, and that no parent has confirmed yet that it is theirs.
   */
  status: v.picklist(['own', 'proposed']),
  /** The highest team that suits the child's age and level. */
  team: v.nullable(v.object({ id: TeamId, name: v.string() })),
  /** The newest note of a coach about the level. */
  level_note: v.nullable(
    v.object({ level: count, text: v.string(), at: v.string(), coach: v.nullable(v.string()) }),
  ),
  /** Sessions of the last 365 days. `marked` counts those with recorded attendance. */
  sessions: v.object({ booked: count, marked: count, attended: count, since: v.nullable(date) }),
  details_missing: v.array(v.picklist(missingDetails)),
  has_photo: v.boolean(),
  /** The latest growth report that the family can read. */
  growth_report: v.nullable(v.object({ id: v.string(), title: v.string(), last_day: v.string() })),
  /** The names of people who may collect the child. */
  pickup: v.array(v.string()),
});
export type FamilyChild = v.InferOutput<typeof FamilyChild>;

/** A booking of a class session. */
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
   * These people may collect the child from this booking only, until a parent confirms them. A browser does not save
   * them.
   */
  order_collectors: v.array(v.string()),
  credit_returns_until: v.string(),
  /** The pass that paid. */
  pass_id: v.nullable(v.string()),
  /** True if the child missed the session and may still make it up. */
  can_make_up: v.boolean(),
  session: v.object({
    max_capacity: count,
    location: v.object({ name: v.string(), address: v.nullable(v.string()) }),
    coach: v.nullable(v.object({ name: v.string() })),
    class_type: v.object({ name: v.string(), level: v.nullable(v.string()) }),
    team: v.nullable(TeamId),
    cancelled: v.boolean(),
  }),
});
export type FamilyBooking = v.InferOutput<typeof FamilyBooking>;

/** A session or camp that we cancelled, with the children of the family who had a place. */
export const CancelledByUs = v.object({
  kind: v.picklist(['session', 'camp']),
  id: v.string(),
  title: v.string(),
  team: v.nullable(TeamId),
  location_name: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  child_ids: v.array(v.string()),
  /**
   * The children among `child_ids` for whom nobody paid here, so that there is nothing to refund.
   */
  unpaid_child_ids: v.optional(v.array(v.string()), []),
  reason: v.nullable(v.string()),
  cancelled_by_us_at: v.string(),
  /** The order of a camp, on whose page the family chooses. Null for a class, whose credit has been returned. */
  order_id: v.nullable(v.string()),
});
export type CancelledByUs = v.InferOutput<typeof CancelledByUs>;

const childId = v.string();

/** Something that the family should do or know, by `kind`. */
export const FamilyNotification = v.variant('kind', [
  v.object({
    kind: v.literal('proposals_waiting'),
    proposals: count,
    /** True if some of these details are already in effect. Declining them undoes that. */
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

/** Everything that the family's home page shows. */
/** A birthday party that the family hosts, or to which a parent has answered that they come. */
const FamilyParty = v.object({
  id: v.string(),
  title: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  /** Null in the copy that the browser saves, because it may be another family's home. */
  place: v.nullable(v.string()),
  is_host: v.boolean(),
  cancelled: v.boolean(),
});
export type FamilyParty = v.InferOutput<typeof FamilyParty>;

export const FamilyDashboard = v.object({
  family: v.nullable(
    v.object({
      id: v.string(),
      primary_parent_id: v.nullable(v.string()),
      secondary_parent_id: v.nullable(v.string()),
      handover_at: v.optional(v.nullable(v.string()), null),
      primary_parent: v.nullable(Parent),
      secondary_parent: v.nullable(Parent),
    }),
  ),
  me: v.object({ id: v.string(), name: v.string(), is_primary: v.boolean(), is_secondary: v.boolean() }),
  /**
   * The current time by the calendar's clock, which a demo may shift. Texts such as "in 2 hours"
   * count from it.
   */
  now: v.string(),
  today: date,
  children: v.array(FamilyChild),
  totalCredits: count,
  upcomingBookings: v.array(FamilyBooking),
  /** The latest ten bookings of the last 30 days. */
  recentActivity: v.array(FamilyBooking),
  notifications: v.array(FamilyNotification),
  passes: v.array(FamilyPass),
  upcomingCamps: v.array(FamilyCamp),
  pastCamps: v.array(FamilyCamp),
  cancelledByUs: v.array(CancelledByUs),
  /** From Monday of this week on. */
  parties: v.array(FamilyParty),
  waiting: v.array(FamilyWaiting),
  /** The open invitation of a second parent. */
  invitation: v.nullable(v.object({ email: v.string(), expires_at: v.string() })),
  /** The number of details from guests' orders that a parent must confirm. */
  proposals: count,
  /** `N / 6 sessions booked` (spec 2 §2). Null if no session is booked, or if there is no valid pass. */
  sessionsProgress: v.nullable(v.object({ booked: count, of: v.literal(6) })),
});
export type FamilyDashboard = v.InferOutput<typeof FamilyDashboard>;
