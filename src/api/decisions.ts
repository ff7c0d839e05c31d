import {
  DecisionResolved,
  type ExternalRefundChoice,
  ExternalRefundOutcome,
  MailQueued,
  RefundSettled,
} from '#contract/management-orders.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** What staff answer to something that waits for a person; the screens of an order and of all decisions share it. */

export const resendMail = (mailId: string) =>
  asMember((token) => callRpc('resend_mail', { p_id: mailId }, MailQueued, token));

/** It was paid back by hand. */
export const settleRefund = (refundId: string) =>
  asMember((token) => callRpc('settle_desk_refund', { p_refund_id: refundId }, RefundSettled, token));

export const resolveDecision = (decisionId: string, resolution: 'refund' | 'kept' | 'ended') =>
  asMember((token) =>
    callRpc(
      'resolve_decision',
      { p_decision_id: decisionId, p_resolution: resolution },
      DecisionResolved,
      token,
    ),
  );

/** What deciding so would come to, as the database would do it now. */
export const previewExternalRefund = (decisionId: string, choice: ExternalRefundChoice) =>
  asMember((token) =>
    callRpc(
      'preview_external_refund',
      { p_decision_id: decisionId, p_choice: choice },
      ExternalRefundOutcome,
      token,
    ),
  );

/** `seenCents`: what the preview said to go back besides. */
export const resolveExternalRefund = (decisionId: string, choice: ExternalRefundChoice, seenCents: number) =>
  asMember((token) =>
    callRpc(
      'resolve_external_refund',
      { p_decision_id: decisionId, p_choice: choice, p_seen_refund_cents: seenCents },
      ExternalRefundOutcome,
      token,
    ),
  );
