import * as v from 'valibot';
import { StaffTask } from './management-tasks.ts';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * Leads for staff (spec 2 §3 and §4; docs/decisions "/management/leads"). Times are in ISO 8601, and money is in
 * integer cents.
 */

const text = v.nullable(v.string());

/**
 * How a lead gets its status. The form "Reserve Your Spot" sets `waitlist_conversion_pending`, and its WhatsApp button
 * sets `waitlist_whatsapp_joined`. Every other form sets `new`. Staff set `contacted`, `converted` and `closed`. A
 * paid order of the same confirmed address also sets `converted`.
 */
export const leadStatuses = [
  'new',
  'waitlist_conversion_pending',
  'waitlist_whatsapp_joined',
  'contacted',
  'converted',
  'closed',
] as const;
export const LeadStatus = v.picklist(leadStatuses);
export type LeadStatus = v.InferOutput<typeof LeadStatus>;
export const leadSorts = ['-created', 'created', '-activity', 'activity'] as const;

/** A lead as the list shows it, without the enquiry and the history (see StaffLeadDetails). */
export const StaffLeadRow = v.object({
  lead_id: v.string(),
  name: v.string(),
  /**
   * The form of the lead, such as `waitlist_modal`, `birthday_enquiry`, `page_enquiry` or
   * `exit_intent`.
   */
  source: v.string(),
  status: LeadStatus,
  /** The status that the lead had from the parent's own actions. Staff can reset the lead to this status. */
  original_status: LeadStatus,
  email: text,
  phone: text,
  created_at: v.string(),
  last_activity_at: v.string(),
  auto_delete_at: v.string(),
  /** What the lead asked about, as the name of a package or of the page with the form. */
  wants: text,
  /** The price of what the lead wants. */
  value_cents: v.nullable(count),
  /** True if the parent has joined the WhatsApp group of the waitlist. */
  is_engaged: v.boolean(),
  order_id: text,
  order_number: text,
  /** True if the lead was joined with its order by an address that the family has verified. This cannot be undone. */
  has_verified_match: v.boolean(),
  /** True if an order was paid later under the same e-mail address, but the address is not verified. */
  may_have_purchased: v.boolean(),
  /** The number of notes. */
  notes: count,
});
export type StaffLeadRow = v.InferOutput<typeof StaffLeadRow>;

export const StaffLeads = v.object({
  ...listPage(StaffLeadRow).entries,
  /** The number of leads by status. Null except on the first page. */
  stages: v.nullable(v.record(v.string(), count)),
});
export type StaffLeads = v.InferOutput<typeof StaffLeads>;

/** A lead with the enquiry, later orders and the history. */
export const StaffLeadDetails = v.object({
  lead: StaffLeadRow,
  /** The task to answer this lead. */
  task: v.nullable(StaffTask),
  enquiry: v.nullable(
    v.object({
      page: text,
      preferred_date: v.nullable(v.pipe(v.string(), v.isoDate())),
      guests: v.nullable(count),
      child_age: v.nullable(count),
      message: text,
    }),
  ),
  /** Orders with the same address or number. `by_email` and `by_phone` say which of them is the same. */
  bought: v.array(
    v.object({
      order_id: v.string(),
      number: v.string(),
      paid_at: v.string(),
      total_cents: count,
      name: text,
      by_email: v.boolean(),
      by_phone: v.boolean(),
      titles: v.array(v.string()),
    }),
  ),
  notes: v.array(v.object({ note_id: v.string(), body: v.string(), at: v.string(), who: text })),
  events: v.array(v.object({ at: v.string(), status: v.string(), who: text })),
});
export type StaffLeadDetails = v.InferOutput<typeof StaffLeadDetails>;

export const LeadChanged = v.object({ lead_id: v.string(), status: LeadStatus });
export const LeadNoted = v.object({ note_id: v.string() });
