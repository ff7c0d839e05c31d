import type { StaffLeadRow } from '#contract/management-leads.ts';
import { showUndo } from '#ui/staff/table/undo.ts';
import type { LeadDetailsStore, LeadState } from './detail.ts';
import { doneMessage, leadMessages } from './messages.ts';

/** Sets the status at once and offers an undo, which works only if the lead has not changed since then. */
export async function moveWithUndo(
  detail: LeadDetailsStore,
  from: StaffLeadRow,
  to: LeadState,
): Promise<void> {
  if (!(await detail.move(to, from.status))) return;
  const text = doneMessage({ state: 'done', what: 'moved', to: to.status, name: from.name });
  showUndo(text, leadMessages.undo, () => void detail.move(from, to.status));
}
