import * as v from 'valibot';
import { CancelledDay } from './camp-days.ts';
import { ClassType, PlannedCoach } from './class-kinds.ts';
import { SaleProblem, StaffHealth } from './management.ts';
import { count } from './numbers.ts';
import { ChangeImpact, Clash } from './place-changes.ts';
import { HeadCount, MarkState } from './roster.ts';
import { TeamId } from './teams.ts';
import { TierId } from './tiers.ts';
import { listPage } from './list-page.ts';

/**
 * The staff's calendar (spec 1 §2; docs/decisions "/management/schedule"). Days are in Singapore,
 * and money is in cents.
 */

const day = v.pipe(v.string(), v.isoDate());
const clock = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/));
const text = v.nullable(v.string());

export const SessionFields = v.object({
  class_type_id: v.string(),
  location_id: v.string(),
  coach_id: text,
  session_date: day,
  session_time: clock,
  duration_minutes: count,
  max_capacity: count,
});
export type SessionFields = v.InferOutput<typeof SessionFields>;

export const CampFields = v.object({
  name: v.string(),
  tier: TierId,
  team_types: v.array(TeamId),
  location_id: v.string(),
  start_date: day,
  end_date: day,
  session_time_start: clock,
  session_time_end: clock,
  capacity: count,
  is_active: v.boolean(),
});
export type CampFields = v.InferOutput<typeof CampFields>;

/** ISO: 1 is Monday, 7 is Sunday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** A weekly class, from which sessions are made. */
export const TemplateFields = v.object({
  ...v.omit(SessionFields, ['session_date']).entries,
  /** Null if the class belongs to no season. */
  season_id: text,
  weekday: v.picklist(weekdays),
  /** If this is false, no further sessions are made. */
  active: v.boolean(),
});
export type TemplateFields = v.InferOutput<typeof TemplateFields>;

/** Why a camp is sold without a coach, and who allowed it. */
export const SaleException = v.object({ reason: v.string(), by: text, at: v.string() });
/** Argument of allowing the sale of a camp without a coach. */
export const SellWithoutCoach = v.object({ p_reason: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) });

/** A session or a camp in the calendar. Either `session` or `camp` has its fields, and the other one is null. */
export const ScheduleItem = v.object({
  kind: v.picklist(['session', 'camp']),
  id: v.string(),
  title: v.string(),
  team: v.nullable(TeamId),
  location_id: v.string(),
  location: v.string(),
  coaches: v.array(v.string()),
  /** The number of coaches who can be there on all days. `coaches` also names those who cannot. */
  coach_count: count,
  first_day: day,
  last_day: day,
  starts_at: v.string(),
  ends_at: v.string(),
  has_begun: v.boolean(),
  is_cancelled_by_us: v.boolean(),
  /** Why we cancelled it. */
  reason: text,
  is_on_sale: v.boolean(),
  /** What the camp lacks before it can be sold. Null if it lacks nothing. */
  sale_problem: v.nullable(SaleProblem),
  sale_exception: v.nullable(SaleException),
  capacity: count,
  /** The number of seats that are booked, held or offered. */
  taken: count,
  /** The number of seats that are booked. */
  booked: count,
  /**
   * How many children the coaches have to look after. Today these are the children who are there or expected, on later
   * days all who are booked. Null if it was cancelled or has ended.
   */
  in_care: v.nullable(count),
  /** The number of waitlist entries, including those that have an offer. */
  waiting: count,
  /** The hours of the camp's day, with the extended day. */
  camp_day: v.nullable(v.object({ start: clock, end: clock })),
  session: v.nullable(SessionFields),
  camp: v.nullable(CampFields),
  /** The days of a camp that staff cancelled. */
  cancelled_days: v.array(CancelledDay),
});
export type ScheduleItem = v.InferOutput<typeof ScheduleItem>;

/**
 * The state of the published site, which says whether it shows the latest content. `started_at` says when the latest
 * build began.
 */
export const SiteState = v.object({ ...StaffHealth.entries.publish.entries, started_at: text });
export type SiteState = v.InferOutput<typeof SiteState>;

export const Schedule = v.object({
  at: v.string(),
  today: day,
  site: SiteState,
  places: v.array(ScheduleItem),
});
export type Schedule = v.InferOutput<typeof Schedule>;

/** What the content says about a tier of camp: its title, price, ages and rungs. */
export const SoldAs = v.object({
  tier: TierId,
  title: text,
  price_cents: v.nullable(count),
  days: v.nullable(count),
  min_age: v.nullable(count),
  max_age: v.nullable(count),
  teams: v.array(v.string()),
  rungs: v.array(v.object({ price_cents: count, places: v.nullable(count), deadline: text })),
});
export type SoldAs = v.InferOutput<typeof SoldAs>;

/** A change of a session or camp, from the audit log, with its values before and after. */
export const ScheduleChange = v.object({
  at: v.string(),
  by: text,
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});
export type ScheduleChange = v.InferOutput<typeof ScheduleChange>;

/** Kinds of record that prevent the removal of a camp, including cancelled ones, and orders that can still be paid. */
export const campUses = ['children', 'orders', 'holds', 'waitlist', 'offers', 'first_aid'] as const;
export type CampUse = (typeof campUses)[number];

/** A coach who was planned despite concerns (`kinds`), and the reason for it. */
export const CoachException = v.object({
  id: v.string(),
  coach: v.string(),
  kinds: v.array(v.picklist(['absent', 'double_booked', 'corrected'])),
  reason: v.string(),
  by: text,
  at: v.string(),
});
export type CoachException = v.InferOutput<typeof CoachException>;

/** A session or camp with its children and changes. */
export const ScheduleItemDetails = v.object({
  at: v.string(),
  place: ScheduleItem,
  /** What the content says about the tier of the camp. Null for a session. */
  sold_as: v.nullable(SoldAs),
  /** What the next child pays for the camp. */
  price_cents: v.nullable(count),
  children: v.array(
    v.object({
      child_id: v.string(),
      family_id: v.string(),
      name: v.string(),
      state: v.nullable(MarkState.entries.state),
      /** True if nobody paid here, because the spot was free or was taken over from an earlier system. */
      is_unpaid: v.boolean(),
    }),
  ),
  /** Where the children are on that day. Null if nobody is expected. */
  heads: v.nullable(HeadCount),
  /** Why the camp cannot be removed. */
  uses: v.array(v.picklist(campUses)),
  coaches: v.array(v.object({ id: v.string(), name: v.string() })),
  coach_exceptions: v.array(CoachException),
  changes: v.array(ScheduleChange),
});
export type ScheduleItemDetails = v.InferOutput<typeof ScheduleItemDetails>;

export const SavedScheduleItem = v.object({
  ...ScheduleItemDetails.entries,
  /** The number of families on the waitlist that were offered a new place. */
  offered: count,
  /** Null for a new camp. */
  impact: v.nullable(ChangeImpact),
});
export type SavedScheduleItem = v.InferOutput<typeof SavedScheduleItem>;

/** What cancelling sessions and camps would do. */
export const Consequences = v.object({
  places: count,
  bookings: count,
  children: count,
  families: count,
  /** The number of children on a camp whose place was not sold by this system. */
  unpaid: count,
  /** The number of places in open checkouts. If such a place is still paid, staff have to decide. */
  held: count,
  /** The number of credits that return to passes. */
  credits: count,
  refunds: count,
  refund_cents: count,
  /** The number of places on camps about which a family must choose between another camp, a credit and a refund. */
  choices: count,
  waiting: count,
  /** The number of addresses that get a mail. */
  mails: count,
  /** The number of numbers that get a WhatsApp or SMS. */
  phones: count,
});
export type Consequences = v.InferOutput<typeof Consequences>;

/** What happens if families choose (`choice`), and what happens if they are refunded at once (`refund`). */
export const CancelByStaffPreview = v.object({ choice: Consequences, refund: Consequences });
export type CancelByStaffPreview = v.InferOutput<typeof CancelByStaffPreview>;

export const WeekTemplate = v.object({
  id: v.string(),
  fields: TemplateFields,
  title: v.string(),
  team: v.nullable(TeamId),
  location: v.string(),
  coach: text,
  season: text,
  /** The number of upcoming sessions that were made from it. */
  planned: count,
});
export type WeekTemplate = v.InferOutput<typeof WeekTemplate>;

const idAndName = { id: v.string(), name: v.string() };

/** What the page of weekly classes needs. */
export const WeekPlan = v.object({
  class_types: v.array(ClassType),
  /** `is_offered` is false if the content no longer has the location. Nothing new can then be planned there. */
  locations: v.array(v.object({ ...idAndName, is_base: v.boolean(), is_offered: v.boolean() })),
  coaches: v.array(PlannedCoach),
  /** Coaches without an account who have left. */
  former_coaches: v.array(PlannedCoach),
  tiers: v.array(SoldAs),
  templates: v.array(WeekTemplate),
  seasons: v.array(v.object(idAndName)),
  /** The last day for which sessions are made. */
  planned_until: day,
});
export type WeekPlan = v.InferOutput<typeof WeekPlan>;

const clashes = v.array(Clash);
/** The number of sessions that were made, the weekly class, and the coaches who are planned twice. */
export const SavedTemplate = v.object({ made: count, template: WeekTemplate, clashes });
/** `deleted` is the number of deleted sessions and camps. */
export const WithdrawnSessions = v.object({ deleted: count });
/** `removed` is false if there was no such camp. */
export const RemovedCamp = v.object({ removed: v.boolean() });

export const scheduleSorts = ['starts', '-starts'] as const;
export type ScheduleFilter = Readonly<Record<string, string>>;

export const ScheduleItems = listPage(ScheduleItem);
