import { StaffDecisions } from '#contract/management.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export { readDiscrepancies } from '#api/books.ts';
export {
  previewExternalRefund,
  resendFailedMails,
  resendMail,
  type Resolution,
  resolveDecision,
  resolveExternalRefund,
  settleRefund,
} from '#api/decisions.ts';

export const fetchDecisions = (kind: string | null, after: StaffDecisions['next']) =>
  asMember((token) => callRpc('list_decisions', { p_kind: kind, p_after: after }, StaffDecisions, token));
