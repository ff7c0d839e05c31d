import {
  DecisionResolved,
  type ExternalRefundChoice,
  ExternalRefundOutcome,
  FailedMailsQueued,
  MailResent,
  RefundSettled,
} from '#contract/management-orders.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

export const resendMail = (mailId: string) =>
  asMember((token) => callRpc('resend_mail', { p_id: mailId }, MailResent, token));

export const resendFailedMails = () =>
  asMember((token) => callRpc('resend_failed_mails', {}, FailedMailsQueued, token));

export const settleRefund = (refundId: string) =>
  asMember((token) => callRpc('settle_desk_refund', { p_refund_id: refundId }, RefundSettled, token));

/** With `accepted_with_split`, what the seller took out of the sale is recorded as paid, too. */
export type Resolution = 'refund' | 'accepted' | 'accepted_with_split' | 'ended';

export const resolveDecision = (decisionId: string, resolution: Resolution) =>
  asMember((token) =>
    callRpc(
      'resolve_decision',
      resolution === 'accepted_with_split'
        ? { p_decision_id: decisionId, p_resolution: 'accepted', p_has_split: true }
        : { p_decision_id: decisionId, p_resolution: resolution },
      DecisionResolved,
      token,
    ),
  );

/** Returns the effect that the choice would have now, without applying it. */
export const previewExternalRefund = (decisionId: string, choice: ExternalRefundChoice) =>
  asMember((token) =>
    callRpc(
      'preview_external_refund',
      { p_decision_id: decisionId, p_choice: choice },
      ExternalRefundOutcome,
      token,
    ),
  );

/** Applies the choice. `seenCents` is the additional refund that the preview showed. */
export const resolveExternalRefund = (decisionId: string, choice: ExternalRefundChoice, seenCents: number) =>
  asMember((token) =>
    callRpc(
      'resolve_external_refund',
      { p_decision_id: decisionId, p_choice: choice, p_expected_refund_cents: seenCents },
      ExternalRefundOutcome,
      token,
    ),
  );
