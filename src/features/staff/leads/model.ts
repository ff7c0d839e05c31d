import type { LeadStatus, StaffLeadRow } from '#contract/management-leads.ts';
import { today } from '#domain/dates.ts';

/**
 * Returns the statuses that staff can set next, in this order. There are none if a verified address has matched the
 * lead to a purchase.
 */
export function stepsOf({ status, original_status, source, has_verified_match }: StaffLeadRow): LeadStatus[] {
  if (has_verified_match) return [];
  const isOriginal = status === original_status || status === 'waitlist_conversion_pending';
  return [
    ...(status === 'contacted' || status === 'converted' ? [] : (['contacted'] as const)),
    // Staff mark other leads as converted by naming the lead's order, so this step is not offered
    // for them.
    ...(source === 'birthday_enquiry' && status !== 'converted' ? (['converted'] as const) : []),
    ...(status === 'closed' || status === 'converted' ? [] : (['closed'] as const)),
    ...(isOriginal ? [] : [original_status]),
  ];
}

const DAY_MS = 86_400_000;
/** Counts the days until a lead is deleted, by Singapore's calendar. */
export const daysLeft = ({ auto_delete_at }: StaffLeadRow, now: number): number =>
  Math.max(0, (dayOf(auto_delete_at) - dayOf(now)) / DAY_MS);
const dayOf = (at: string | number): number => Date.parse(today(new Date(at)));
