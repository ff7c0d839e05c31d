import * as v from 'valibot';
import { CalendarLinkState } from './calendar-links.ts';
import { count } from './numbers.ts';
import { staffRoles } from './staff-roles.ts';

/** A family reads which data we have about it, and decides about them. Money is in integer cents. */

/** Which data were read, by the name of the table. */
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
  'growth_reports',
] as const;

/**
 * `list` is an entry in the staff's list of first aid. `desk` means that a coach found the family at the sales desk.
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
  'contacts',
  'growth_report',
  'owner_copy',
] as const;

/** How often somebody read data about the family on one day. */
export const PrivacyRead = v.object({
  /** The last time. */
  at: v.string(),
  times: count,
  topic: v.picklist(readTopics),
  /** The page or the call by which it was read. */
  how: v.picklist(readTypes),
  child_id: v.nullable(v.string()),
  child_name: v.nullable(v.string()),
  /** The name of the person who read. */
  name: v.nullable(v.string()),
  role: v.nullable(v.picklist(staffRoles)),
});
export type PrivacyRead = v.InferOutput<typeof PrivacyRead>;

/** The kinds of data with a retention period (`retention_periods`). */
export const retentionClasses = [
  'child_details',
  'parent_details',
  'level_notes',
  'day_notes',
  'first_aid',
  'growth_reports',
  'camp_reviews',
  'camp_photos',
  'family_notes',
  'tasks',
  'gift_vouchers',
  'referrals',
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
 * A purchase that is paid but not delivered. Before the family is deleted, it is settled, or the parent explicitly
 * waives it.
 */
export const FamilyOutstanding = v.variant('kind', [
  v.object({
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
  reads: v.array(PrivacyRead),
  retention: v.array(
    v.object({
      topic: v.picklist(retentionClasses),
      /** For how many days the data is kept. Null if each row has its own date. */
      days: v.nullable(count),
      /** `anonymise` removes the personal data. Numbers and amounts stay. */
      action: v.picklist(['delete', 'anonymise']),
      reason: v.string(),
    }),
  ),
  erasing: v.object({
    /** What stays in the books after the family is deleted, without names. */
    stays: v.object({ orders: count, payments: count, passes: count, bookings: count, consents: count }),
    /** What is booked or open from today on. It must end before the family can be deleted. */
    ahead: v.object({
      bookings: count,
      camps: count,
      open_orders: count,
      renewals: count,
      second_parent: v.boolean(),
    }),
    outstanding: v.array(FamilyOutstanding),
    /**
     * True if the caller may delete it: the first parent, or somebody whose account has no family
     * and is deleted alone.
     */
    may: v.boolean(),
  }),
  calendar_link: CalendarLinkState,
});
export type PrivacyReceipt = v.InferOutput<typeof PrivacyReceipt>;

/**
 * Answer of `erase_family`. The call can fail with `sign_in_again`, `second_factor_needed`, `family_in_use` or
 * `family_outstanding`.
 */
export const ErasedFamily = v.object({
  erased: v.literal(true),
  /** The number of orders that stay in the books. */
  orders_retained: count,
  /** For staff: the ids of other families with the same e-mail address. */
  same_contact: v.array(v.string()),
});
