import { LeadChanged, LeadNoted, StaffLeads, StaffLeadDetails } from '#contract/management-leads.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchLeads = readList('list_leads', StaffLeads);

export const fetchLead = (leadId: string) =>
  asMember((token) => callRpc('get_lead', { p_lead_id: leadId }, StaffLeadDetails, token));

/**
 * Sets a lead's status. `seen` is the status that the decision was based on. `orderId` is the purchase, which is sent
 * only with `converted`.
 */
export const setStatus = (leadId: string, status: string, seen: string, orderId: string | null) =>
  asMember((token) =>
    callRpc(
      'set_lead_status',
      { p_lead_id: leadId, p_status: status, p_expected: seen, p_order_id: orderId },
      LeadChanged,
      token,
    ),
  );

/** Adds a note. Sending it again with the same id creates only one note. */
export const note = (leadId: string, noteId: string, body: string) =>
  asMember((token) =>
    callRpc('note_lead', { p_lead_id: leadId, p_note_id: noteId, p_body: body }, LeadNoted, token),
  );
