import * as v from 'valibot';
import { StaffTask } from './management-tasks.ts';
import { count } from './numbers.ts';

/**
 * Leads for staff (spec 2 §3 and §4; docs/decisions "/management/leads"). Times are ISO 8601, money is in integer
 * cents.
 */

const text = v.nullable(v.string());

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

export const StaffLeadRow = v.object({
  lead_id: v.string(),
  name: v.string(),
  /** The form: `waitlist_modal`, `birthday_enquiry`, `page_enquiry`, `exit_intent` … */
  source: v.string(),
  status: LeadStatus,
  original_status: LeadStatus,
  email: text,
  phone: text,
  created_at: v.string(),
  last_activity_at: v.string(),
  auto_delete_at: v.string(),
  wants: text,
  value_cents: v.nullable(count),
  is_engaged: v.boolean(),
  order_id: text,
  order_number: text,
  /** Whether the lead was joined with its order by an address that the family has verified. This cannot be undone. */
  has_verified_match: v.boolean(),
  /** Whether an order was paid later under the same e-mail address, which is not verified. */
  may_have_purchased: v.boolean(),
  notes: count,
});
export type StaffLeadRow = v.InferOutput<typeof StaffLeadRow>;

/** `count` goes up to a thousand. On later pages it is null, and so is `stages`, the number of leads by status. */
export const StaffLeads = v.object({
  rows: v.array(StaffLeadRow),
  next: text,
  count: v.nullable(count),
  more: v.nullable(v.boolean()),
  stages: v.nullable(v.record(v.string(), count)),
});
export type StaffLeads = v.InferOutput<typeof StaffLeads>;

export const StaffLeadDetails = v.object({
  lead: StaffLeadRow,
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
