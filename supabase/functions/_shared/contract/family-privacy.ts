import * as v from 'valibot';
import { CalendarLinkState } from './calendar-links.ts';
import { count } from './numbers.ts';
import { staffRoles } from './staff-roles.ts';

/**
 * The data about a family that it may read, and its choices about them. Times as ISO 8601 with zone, money in integer
 * cents.
 */

/** What was read: health notes with allergies, behaviour and collectors; a parent's; a guest order's; everything. */
export const readTopics = [
  'child_health',
  'pickup_authorizations',
  'profile_health',
  'order_child_details',
  'family_proposals',
  'form_response_health',
  'families',
  'first_aid_log',
  'bookings',
] as const;

/**
 * `roster`: the list of a class or camp (allergies, collectors); `today`: the health of the day's children; `details`:
 * every note; `export`: everything of the family; `code`: a correct pick-up code; `code_wrong`: a wrong one; `list`:
 * an entry in the staff's list of first aid; `opened`: one child opened on the roster; `numbers`: phone numbers, to
 * write or call; `desk`: found by a coach at the sales desk; `kitchen`: allergies, on the list for the
 * kitchen; `attendance`: of a weekly class over time.
 */
export const readTypes = [
  'roster',
  'today',
  'details',
  'export',
  'code',
  'code_wrong',
  'list',
  'opened',
  'numbers',
  'desk',
  'kitchen',
  'attendance',
] as const;

/** One person's reads of one thing on one day in Singapore, newest first. */
export const PrivacyRead = v.object({
  /** The time of the last read. */
  at: v.string(),
  times: count,
  topic: v.picklist(readTopics),
  how: v.picklist(readTypes),
  /** Null if it was about the whole family. */
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  /** Null for our own systems or a deleted account. */
  name: v.nullable(v.string()),
  role: v.nullable(v.picklist(staffRoles)),
});
export type PrivacyRead = v.InferOutput<typeof PrivacyRead>;

/** The kinds of saved family data, by their names in `retention_periods`. */
export const retentionClasses = [
  'child_details',
  'parent_details',
  'level_notes',
  'day_notes',
  'first_aid',
  'family_notes',
  'tasks',
  'gift_vouchers',
  'proposals',
  'invitations',
  'waitlists',
  'order_links',
  'sent_messages',
  'phone_messages',
  'payment_parameters',
  'lapsed_orders',
  'paid_orders',
  'idle_families',
  'access_log',
  'audit_log',
  'form_responses',
  'leads',
] as const;

/**
 * A purchase that is paid but not delivered yet (detail of `family_outstanding`): it is settled first, or the parent
 * gives it up explicitly.
 */
export const FamilyOutstanding = v.variant('kind', [
  v.object({
    /**
     * A late payment without a choice; a place saved for another camp; a charge that did not match; a failed refund.
     */
    kind: v.picklist(['choice', 'place', 'decision', 'refund']),
    order: v.string(),
    title: v.string(),
    cents: count,
  }),
  v.object({ kind: v.literal('credits'), order: v.null(), title: v.string(), credits: count }),
  v.object({ kind: v.literal('balance'), order: v.null(), title: v.string(), cents: count }),
]);
export type FamilyOutstanding = v.InferOutput<typeof FamilyOutstanding>;

/** Answer of `get_privacy_receipt`. */
export const PrivacyReceipt = v.object({
  /** 200 at most, from as far back as the log is retained. */
  reads: v.array(PrivacyRead),
  retention: v.array(
    v.object({
      topic: v.picklist(retentionClasses),
      /** Null if each row has its own date (leads: 30 days). */
      days: v.nullable(count),
      /** anonymise removes the people; numbers and amounts stay. */
      action: v.picklist(['delete', 'anonymise']),
      reason: v.string(),
    }),
  ),
  erasing: v.object({
    /** The rows that remain for accounting, without a name. */
    stays: v.object({ orders: count, payments: count, passes: count, bookings: count, consents: count }),
    /** The things that must end first: it is cancelled or completed at the checkout, and the second parent removed. */
    ahead: v.object({
      bookings: count,
      camps: count,
      open_orders: count,
      renewals: count,
      second_parent: v.boolean(),
    }),
    outstanding: v.array(FamilyOutstanding),
    /** True for the first parent, and for an account without a family, which is deleted alone. */
    may: v.boolean(),
  }),
  calendar_link: CalendarLinkState,
});
export type PrivacyReceipt = v.InferOutput<typeof PrivacyReceipt>;

/**
 * Answer of `erase_family(p_family_id: null, p_accept_loss)` by the first parent for the family, or by an account
 * without one for itself; the accounts are deleted too, so the next call is signed out. Refuses `sign_in_again` (signed
 * in longer than 15 minutes ago), `second_factor_needed` (one is enrolled, but the session did not use it),
 * `family_in_use` (field: bookings, camps, orders, renewals, second_parent), `family_outstanding` (details:
 * `FamilyOutstanding[]` as JSON) without `p_accept_loss`.
 */
export const ErasedFamily = v.object({
  erased: v.literal(true),
  orders_retained: count,
  /** For staff; empty for a parent. */
  same_contact: v.array(v.string()),
});
