import * as v from 'valibot';
import { StaffHealth } from './management.ts';
import { count } from './numbers.ts';
import { Clash } from './place-changes.ts';
import { StaffInvitation } from './staff-invitations.ts';
import { staffRoles } from './staff-roles.ts';
import { listPage } from './list-page.ts';

/** The system's health, staff accounts and the two logs (docs/decisions "/management/system"). Ages are in seconds. */

const text = v.nullable(v.string());

/** Errors of browsers with the same cause. */
export const ErrorGroup = v.object({
  /** The key by which the reports are grouped. */
  cause: v.string(),
  error_type: v.string(),
  message: v.string(),
  count,
  /** How often the page was empty. */
  blank_screens: count,
  severity: v.picklist(['low', 'medium', 'high', 'critical']),
  first_at: v.string(),
  last_at: v.string(),
  pages: v.nullable(v.array(v.string())),
  releases: v.nullable(v.array(v.string())),
  /** The number of different reports in the group. */
  fingerprints: count,
  /** How often a fix was applied in the browser. */
  fixed: count,
});
export type ErrorGroup = v.InferOutput<typeof ErrorGroup>;

export const SystemHealth = v.object({
  at: v.string(),
  status: v.picklist(['ok', 'alert']),
  alerts: v.array(
    v.object({
      kind: v.string(),
      value: v.number(),
      threshold: v.number(),
      details: v.record(v.string(), v.unknown()),
      began_at: v.string(),
    }),
  ),
  errors: v.array(ErrorGroup),
  /** The step of booking that failed most in the last minutes. */
  bookings: v.object({ ok: count, failed: count, percent: v.number() }),
  /** Mails that wait to be sent. `errors` says why mails are not sent, without addresses. */
  outbox: v.object({
    waiting: count,
    oldest_seconds: v.number(),
    errors: v.optional(v.array(v.object({ text: v.string(), count })), []),
  }),
  /** Stripe's events. */
  webhook: v.object({ lag_seconds: v.number(), failed: count, last_at: text }),
  /**
   * Mails of the last 24 hours: those that the mail provider took, that were returned, that were marked as spam, and
   * that were never sent.
   */
  mails: v.object({ sent: count, bounced: count, complained: count, failed: count, percent: v.number() }),
  /**
   * Reports of browsers. `day` counts those of the last 24 hours, `usual` is the daily number of the week before, and
   * `blank_screens` counts the empty pages of the last ten minutes.
   */
  error_rate: v.object({ day: count, usual: v.number(), blank_screens: count }),
  /** For how much of the last 30 days the timer's calls arrived. Null before the first call. */
  uptime: v.object({
    since: text,
    last_at: text,
    percent: v.nullable(v.number()),
    out_seconds: count,
    outages: v.array(v.object({ began_at: v.string(), ended_at: v.string() })),
  }),
  /** Holds that have expired but are not released yet. */
  holds: v.object({ lapsed: count, lag_seconds: v.number() }),
  books: StaffHealth.entries.books,
  publish: v.object({ ...StaffHealth.entries.publish.entries, started_at: text }),
  /** Events for the advertising service. */
  conversions: v.object({ waiting: count, failed: count }),
  chores: v.array(
    v.object({
      name: v.string(),
      done_at: text,
      ms: v.nullable(v.number()),
      failures: count,
      is_late: v.boolean(),
    }),
  ),
  /** The thresholds above which an alert begins, from the settings. */
  thresholds: v.object({
    booking_percent: v.number(),
    booking_seconds: v.number(),
    booking_least: v.number(),
    outbox_seconds: v.number(),
    webhook_seconds: v.number(),
    hold_seconds: v.number(),
    chore_seconds: v.number(),
    returned_percent: v.number(),
    blank_screens: v.number(),
    /** How long all measures must be below their thresholds before an alert ends. */
    calm_minutes: v.number(),
  }),
});
export type SystemHealth = v.InferOutput<typeof SystemHealth>;

export const StaffAccount = v.object({
  user_id: v.string(),
  name: v.string(),
  email: text,
  is_me: v.boolean(),
  has_second_factor: v.boolean(),
  is_banned: v.boolean(),
  /** The time of the last sign-in. */
  seen_at: text,
  /** The id of the coach's page in content. */
  coach_page: text,
  roles: v.array(v.object({ role: v.picklist(staffRoles), since: v.string() })),
});
export type StaffAccount = v.InferOutput<typeof StaffAccount>;

/** The accounts with roles, and the people who are invited. */
export const StaffAccounts = v.object({
  accounts: v.array(StaffAccount),
  invitations: v.array(StaffInvitation),
  /** The published pages of coaches in content. */
  coach_pages: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Coaches who have no account yet. */
  free_coaches: v.array(v.object({ id: v.string(), name: v.string() })),
  /** The roles that need a second factor. */
  second_factor_roles: v.array(v.picklist(staffRoles)),
});
export type StaffAccounts = v.InferOutput<typeof StaffAccounts>;

export const ChangedAccount = v.object({
  account: StaffAccount,
  /** The number of tasks that no longer have an owner. */
  tasks_returned: v.optional(count),
});

/** What a coach would leave behind if the account lost the role. */
export const CoachDuties = v.object({
  sessions: count,
  camps: count,
  /** The number of weekly classes. */
  templates: count,
  /** The next sessions and camps. */
  next: v.array(
    v.object({
      kind: v.picklist(['session', 'camp']),
      title: v.string(),
      location: v.string(),
      starts_at: v.string(),
      ends_at: v.string(),
      /** True if it has already started. */
      is_on: v.boolean(),
    }),
  ),
  /** Coaches who can take over. */
  others: v.array(v.object({ id: v.string(), name: v.string() })),
  /** What the new coach already has at the same time. */
  clashes: v.array(Clash),
});
export type CoachDuties = v.InferOutput<typeof CoachDuties>;

/** `coach_id` is the coach who takes over, or null if nobody does. */
export interface Handover {
  coach_id: string | null;
}

/** The log `changes` says who changed what. The log `looks` says who read personal data. */
export const logs = ['changes', 'looks'] as const;
export type LogName = (typeof logs)[number];

/** The filter of the logs. Days are in Singapore time, inclusive. */
export const LogFilter = v.partial(
  v.object({
    log: v.picklist(logs),
    table: v.string(),
    /** The id of an account. */
    who: v.string(),
    family: v.string(),
    /** `system` means chores and other work without an account. */
    by: v.picklist(['account', 'system']),
    /** The id of the changed row. */
    entry: v.string(),
    from: v.pipe(v.string(), v.isoDate()),
    until: v.pipe(v.string(), v.isoDate()),
  }),
);
export type LogFilter = v.InferOutput<typeof LogFilter>;

const columns = v.nullable(v.record(v.string(), v.unknown()));

/** What a log entry is about, in words. */
export const LogSubject = v.object({
  child: v.optional(text),
  family: v.optional(text),
  what: v.optional(text),
  /**
   * For an order, refund or decision, these are its people, places and times. For a message, they are its class, camp
   * or team.
   */
  lines: v.optional(text),
  order: v.optional(text),
  cents: v.optional(v.nullable(v.number())),
  note: v.optional(text),
});
export type LogSubject = v.InferOutput<typeof LogSubject>;

/** An entry of either log. */
export const LogEntry = v.object({
  id: v.number(),
  at: v.string(),
  /** The account of the request. Null for the service key or work inside the database. */
  user_id: text,
  /** The name of the account. */
  who: text,
  /** The role in the database, or `browser` if a browser reported the entry. */
  actor: v.string(),
  action: v.string(),
  table: v.string(),
  /** The id of the row. */
  key: text,
  family_id: text,
  before: columns,
  after: columns,
  /** Names for ids in `before` and `after`. */
  names: v.record(v.string(), v.string()),
  about: v.nullable(LogSubject),
});
export type LogEntry = v.InferOutput<typeof LogEntry>;

export const LogPage = v.object({
  ...listPage(LogEntry).entries,
  /** The value of `p_after` that reads the next page. Null on the last page. */
  next: v.nullable(v.number()),
});

/** Camps that do not fit the content of their tier. */
export const TierProblems = v.array(
  v.object({
    tier: v.string(),
    camp_id: v.nullable(v.string()),
    problem: v.picklist([
      'tier_not_published',
      'days_differ',
      'base_not_offered',
      'teams_differ',
      'prices_overlap',
    ]),
    details: v.nullable(v.record(v.string(), v.unknown())),
  }),
);
export type TierProblems = v.InferOutput<typeof TierProblems>;

/** Offers whose new price is below the floor, so that two people must approve it. */
export const PriceApprovals = v.array(
  v.object({
    id: v.string(),
    title: v.string(),
    /** The new prices by name, in cents. */
    prices: v.record(v.string(), count),
    /** The price from which the floor is calculated, as a share of it. */
    reference_cents: count,
    lowest_cents: count,
    since: v.string(),
    /** The version that an approval must name. */
    seen: v.string(),
    /** True if the first approval was given. */
    is_proposed: v.boolean(),
    proposed_by: v.nullable(v.string()),
    proposed_by_me: v.boolean(),
    /** True if the second approval was given. The checkout uses the prices within a minute. */
    is_approved: v.boolean(),
  }),
);
export type PriceApprovals = v.InferOutput<typeof PriceApprovals>;

/** Answer of `approve_price`. It is false after the first of two approvals. */
export const PriceApproved = v.object({ approved: v.boolean() });

/** Body of `reset-second-factor`. `user_id` is the colleague who has lost the factor. */
export const ResetSecondFactor = v.object({ user_id: v.pipe(v.string(), v.uuid()) });
/** Answer of `reset-second-factor`. `removed` is the number of factors that were removed. */
export const SecondFactorReset = v.object({ removed: v.number() });
