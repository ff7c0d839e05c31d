import * as v from 'valibot';
import { count } from './numbers.ts';

/**
 * What a family may know and decide about what is kept of it. Moments as ISO 8601 with zone, money in integer cents.
 */

/**
 * What was opened: notes on health with allergies, behaviour and who may fetch; of a parent; of a guest's order; all.
 */
export const readTopics = [
  'child_health',
  'pickup_authorizations',
  'profile_health',
  'order_child_details',
  'family_proposals',
  'form_response_health',
  'families',
  'first_aid_log',
] as const;

/**
 * `roster`: the list of a class or camp (allergies, who may fetch); `today`: the health of who comes on a day;
 * `details`: every note; `export`: all of the family; `code`: a pick-up code that was right; `code_wrong`: one that was
 * not; `list`: first aid, in the list of all.
 */
export const readTypes = ['roster', 'today', 'details', 'export', 'code', 'code_wrong', 'list'] as const;

/** One person's reads of one thing on one day in Singapore, newest first. */
export const PrivacyRead = v.object({
  /** The last of them. */
  at: v.string(),
  times: count,
  topic: v.picklist(readTopics),
  how: v.picklist(readTypes),
  /** Null: about the whole family. */
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  /** Null: our own systems, or an account that is gone. */
  name: v.nullable(v.string()),
  role: v.nullable(v.picklist(['coach', 'admin', 'business_admin'])),
});
export type PrivacyRead = v.InferOutput<typeof PrivacyRead>;

/** What is kept of families, by its name in `retention_periods`. */
export const keptClasses = [
  'child_details',
  'parent_details',
  'level_notes',
  'day_notes',
  'first_aid',
  'family_notes',
  'proposals',
  'invitations',
  'waitlists',
  'order_links',
  'sent_messages',
  'payment_parameters',
  'lapsed_orders',
  'paid_orders',
  'idle_families',
  'access_log',
  'audit_log',
  'form_responses',
  'leads',
] as const;

/** What is paid and not had yet (detail of `family_owed`): settled first, or given up in so many words. */
export const FamilyOwed = v.variant('kind', [
  v.object({
    /** Paid late and not chosen; a place kept for another camp; a charge that did not fit; a refund that failed. */
    kind: v.picklist(['choice', 'place', 'decision', 'refund']),
    order: v.string(),
    title: v.string(),
    cents: count,
  }),
  v.object({ kind: v.literal('credits'), order: v.null(), title: v.string(), credits: count }),
]);
export type FamilyOwed = v.InferOutput<typeof FamilyOwed>;

/** Answer of `get_privacy_receipt`. */
export const PrivacyReceipt = v.object({
  /** 200 at most, of as long as the log is kept. */
  reads: v.array(PrivacyRead),
  kept: v.array(
    v.object({
      topic: v.picklist(keptClasses),
      /** Null: each has its own date (leads: 30 days). */
      days: v.nullable(count),
      /** anonymise: the people are taken off, numbers and amounts stay. */
      action: v.picklist(['delete', 'anonymise']),
      reason: v.string(),
    }),
  ),
  erasing: v.object({
    /** What stays for the books, without a name. */
    stays: v.object({ orders: count, payments: count, passes: count, bookings: count, consents: count }),
    /** What must end first: cancelled, or finished at the checkout; the second parent removed. */
    ahead: v.object({
      bookings: count,
      camps: count,
      open_orders: count,
      renewals: count,
      second_parent: v.boolean(),
    }),
    owed: v.array(FamilyOwed),
    /** Only the first parent may, and who has no family, whose account alone goes. */
    may: v.boolean(),
  }),
  /** Null: there is none. The address itself is shown once, when it is made. */
  calendar_link: v.nullable(v.object({ made_at: v.string(), last_read_at: v.nullable(v.string()) })),
});
export type PrivacyReceipt = v.InferOutput<typeof PrivacyReceipt>;

/**
 * Answer of `erase_family(p_family_id: null, p_give_up)` by the first parent for the own family, or without one for the
 * own account; the accounts go with it, so the next call is signed out. Refuses `sign_in_again` (signed in longer than
 * 15 minutes ago), `second_factor_needed` (one is enrolled, and the session is without), `family_in_use` (field:
 * bookings, camps, orders, renewals, second_parent), `family_owed` (details: `FamilyOwed[]` as JSON) unless given up.
 */
export const ErasedFamily = v.object({
  erased: v.literal(true),
  orders_kept: count,
  /** For staff; empty for a parent. */
  same_contact: v.array(v.string()),
});

/** Answer of `renew_calendar_link()`: the one before ends. */
export const CalendarLink = v.object({ token: v.string(), made_at: v.string() });
export type CalendarLink = v.InferOutput<typeof CalendarLink>;

/** Answer of `revoke_calendar_link()`. */
export const RevokedCalendar = v.object({ revoked: v.boolean() });

/** Of the function that serves it, below the address of the functions; `webcal:` in place of `https:` subscribes. */
export const calendarPath = (token: string) => `family-calendar/${token}.ics`;
