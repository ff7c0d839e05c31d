import type { ErrorCode } from '#contract/errors.ts';
import type { LeadStatus, StaffLeadRow, StaffLeadStory } from '#contract/management-leads.ts';
import type { Answer } from '#api/errors.ts';
import { createOpened } from '#ui/staff/opened.ts';
import * as api from './api.ts';

export type End =
  | { state: 'done'; what: 'moved'; to: LeadStatus; name: string }
  | { state: 'done'; what: 'noted' }
  | { state: 'refused'; code: ErrorCode };

/** The status and order of a lead, which an undo restores. */
export type Stand = Pick<StaffLeadRow, 'status' | 'order_id'>;

/** The lead that the address names, and the actions on it. */
export function createLead(onChanged: (lead: StaffLeadRow) => void) {
  const opened = createOpened<StaffLeadStory, ErrorCode, End>({
    name: 'lead',
    read: api.fetchLead,
    onRead: ({ lead }) => onChanged(lead),
  });
  /** Unsent notes with their ids, so that closing the lead loses no text and sending twice creates one note. */
  const drafts = new Map<string, { id: string; body: string }>();
  const ended = <T>(answer: Answer<T>, done: End): End =>
    answer.ok ? done : { state: 'refused', code: answer.code };

  const move = (to: Stand, seen: LeadStatus) =>
    opened.act(async ({ lead }) =>
      ended(await api.setStatus(lead.lead_id, to.status, seen, to.order_id), {
        ...{ state: 'done', what: 'moved', to: to.status, name: lead.name },
      }),
    );

  const draftOf = (leadId: string): string => drafts.get(leadId)?.body ?? '';
  const write = (leadId: string, body: string): void => {
    drafts.set(leadId, { id: drafts.get(leadId)?.id ?? crypto.randomUUID(), body });
  };
  const note = () =>
    opened.act(async ({ lead }) => {
      const draft = drafts.get(lead.lead_id);
      if (!draft || draft.body.trim() === '') return { state: 'refused', code: 'invalid_input' };
      const answer = await api.note(lead.lead_id, draft.id, draft.body);
      if (answer.ok) drafts.delete(lead.lead_id);
      return ended(answer, { state: 'done', what: 'noted' });
    });

  return { ...opened, move, note, draftOf, write };
}
export type Lead = ReturnType<typeof createLead>;
