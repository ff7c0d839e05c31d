import { useStore } from '@nanostores/react';
import type { StaffDecision } from '#contract/management.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { managePath } from '#config/paths.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { mailLink } from '#domain/mail-link.ts';
import { formatMoney } from '#domain/money.ts';
import { StripeId } from '#ui/staff/StripeId.tsx';
import { DecisionAnswers } from '#ui/staff/DecisionAnswers.tsx';
import { decisionMessages } from '#ui/staff/messages.ts';
import { TaskPlan } from '#ui/staff/task/TaskPlan.tsx';
import { ExternalRefund } from './ExternalRefund.tsx';
import { Lines } from './Lines.tsx';
import { knownOf, ofDecision, listMessages } from './messages.ts';
import { DecisionNotice } from './DecisionNotice.tsx';
import type { Decisions } from './store.ts';

/** The card says whose decision it is, what is known, and which answers are possible. */
export function Row({ decisions, row }: { decisions: Decisions; row: StaffDecision }) {
  const outcome = useStore(decisions.$outcome);
  const busy = useStore(decisions.$busy);
  const { kind, order_id, order_number, name, email, phone, amount_cents, since, reference, is_lost } = row;
  const [title, text] = decisionMessages[kind];
  const isMinor = ['refund_by_hand', 'refund_waiting', 'instalment_overdue', 'renewal_unpaid'].includes(kind);
  return (
    <li className="staff-decision">
      <p className="decision-head cluster gap-x-3 gap-y-1">
        <span className={isMinor ? 'tag warn' : 'tag bad'}>{title}</span>
        <b>{name ?? listMessages.nobody}</b>
        {amount_cents !== null && <b className="numbers">{formatMoney(amount_cents)}</b>}
      </p>
      <p>
        {text} {knownOf(row).join(' ')}
      </p>
      {kind !== 'external_refund' && <Lines lines={row.lines} />}
      <p className="quiet numbers decision-links">
        {order_number !== null && (
          <a href={`${staffPaths.managementOrders}?order=${order_id ?? ''}`}>{order_number}</a>
        )}
        {phone !== null && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
        {email !== null && <a href={mailLink(email)}>{email}</a>}
        <span>{listMessages.since(since)}</span>
        {reference !== null && <StripeId id={reference} />}
      </p>
      <TaskPlan task={row.task} what={ofDecision(row)} />
      {kind === 'external_refund' ? (
        <ExternalRefund decisions={decisions} row={row} busy={busy} />
      ) : (
        <DecisionAnswers
          kind={kind}
          of={ofDecision(row)}
          cents={amount_cents}
          isLost={is_lost}
          split={row.split}
          choiceHref={order_id === null ? undefined : managePath(order_id)}
          busy={busy}
          onAnswer={(answer) => void decisions.decide(row, answer)}
        />
      )}
      {outcome?.state === 'refused' && outcome.id === row.id && <DecisionNotice outcome={outcome} />}
    </li>
  );
}
