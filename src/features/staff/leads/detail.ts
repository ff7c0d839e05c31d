import type { ErrorCode } from '#contract/errors.ts';
import type { LeadStatus, StaffLeadRow, StaffLeadDetails } from '#contract/management-leads.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome =
  | { state: 'done'; what: 'moved'; to: LeadStatus; name: string }
  | { state: 'done'; what: 'noted' }
  | { state: 'refused'; code: ErrorCode };

/** The status and order of a lead, which an undo restores. */
export type LeadState = Pick<StaffLeadRow, 'status' | 'order_id'>;

export function createLeadDetailsStore(onChanged: (lead: StaffLeadRow) => void) {
  const detail = createDetail<StaffLeadDetails, ErrorCode, Outcome>({
    name: 'lead',
    read: api.fetchLead,
    onRead: ({ lead }) => onChanged(lead),
  });
  /** The unsent notes, which stay when a lead is closed. Each note has an id, so sending it twice creates only one. */
  const drafts = new Map<string, { id: string; body: string }>();

  const move = (to: LeadState, seen: LeadStatus) =>
    detail.act(async ({ lead }) =>
      outcomeOf(await api.setStatus(lead.lead_id, to.status, seen, to.order_id), () => ({
        state: 'done',
        what: 'moved',
        to: to.status,
        name: lead.name,
      })),
    );

  const draftOf = (leadId: string): string => drafts.get(leadId)?.body ?? '';
  const write = (leadId: string, body: string): void => {
    drafts.set(leadId, { id: drafts.get(leadId)?.id ?? crypto.randomUUID(), body });
  };
  const note = () =>
    detail.act(async ({ lead }) => {
      const draft = drafts.get(lead.lead_id);
      if (!draft || draft.body.trim() === '') return { state: 'refused', code: 'invalid_input' };
      const answer = await api.note(lead.lead_id, draft.id, draft.body);
      if (answer.ok) drafts.delete(lead.lead_id);
      return outcomeOf(answer, () => ({ state: 'done', what: 'noted' }));
    });

  return { ...detail, move, note, draftOf, write };
}
export type LeadDetailsStore = ReturnType<typeof createLeadDetailsStore>;
