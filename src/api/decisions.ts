import { DecisionResolved, MailQueued, RefundSettled } from '#contract/management-orders.ts';
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
