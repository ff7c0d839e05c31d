import type { StaffDecision } from '#contract/management.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { plural } from '#contract/plural.ts';
import { formatMoney } from '#domain/money.ts';
import { chargeRefusals } from '#ui/staff/error-messages.ts';
import {
  answerMessages,
  booksMessages,
  hiddenMessage,
  lineText,
  mailName,
  noDecision,
  unnamed,
} from '#ui/staff/messages.ts';
import { splitMessages } from '#ui/staff/split-messages.ts';
import type { Draft, Outcome } from './store.ts';

export const listMessages = {
  title: 'Decisions',
  lead: 'These need a decision from you. The newest comes first. You can see what an answer will do before you confirm it.',
  loading: 'Loading...',
  failed: 'The decisions did not load.',
  viewOffText: hiddenMessage('Decisions show names, contact details and money'),
  waiting: 'Waiting',
  kinds: 'Kinds',
  all: 'All',
  none: noDecision,
  noneText:
    'Mismatched payments, refunds made in Stripe or due in person, classes and camps we cancelled, unpaid renewals and failed e-mails appear here.',
  noneOf: 'No decisions of this kind are waiting.',
  nobody: unnamed,
  since: (at: string) => `since ${formatMoment(at)}`,
  more: 'Show more',
  resendAll: (count: number) => `Send all ${count} e-mails again`,
  resendAllMeans:
    'First check that the cause has been fixed: see “E-mails waiting” under System. Each e-mail is delivered once. E-mails about a day that has passed are left out, and so are messages that you stopped and news that a family no longer wants.',
  resendAllYes: 'Yes, send them',
  resendAllNo: 'Not now',
  queued: (queued: number, leftOut: number, left: number) =>
    `${plural(queued, 'e-mail is', 'e-mails are')} on the way.${leftOut === 0 ? '' : ` ${plural(leftOut, 'was', 'were')} left out, because it is too late for them or the family no longer wants them.`}${left === 0 ? '' : ` ${plural(left, 'more has', 'more have')} failed: press again to send them.`}`,
  books: 'The books',
  booksText:
    'Each discrepancy is a booking and a payment that do not match. It disappears once its cause is fixed.',
  checkBooks: 'Check the books',
  checkingBooks: 'Checking…',
  booksWell: 'The books are in order: no discrepancies.',
  booksFailed: booksMessages.failed,
} as const;

export const externalMessages = {
  question: (money: string) => `What was the refund of ${money} for?`,
  kinds: {
    leave: 'Goodwill: do not change the order',
    line: 'For one of these items, which stays booked',
    cancel: 'For cancelling these items',
  },
  choose: 'Please choose what the refund was for.',
  preview: 'Show what this does',
  yes: 'Save decision',
  no: 'Choose again',
} as const;

/**
 * Returns for example `Kai Tan · Spark Camp · Bishan · Mon 7 – Wed 9 Dec 2026`, or the order's name
 * and number.
 */
export const ofDecision = ({ lines, name, order_number }: StaffDecision): string =>
  lines.map(lineText).join('; ') || [name ?? listMessages.nobody, order_number].filter(Boolean).join(', ');

/** Describes the effect of a choice from the database's preview. */
export function externalMeans(row: StaffDecision, { choice, outcome }: Draft): string {
  const money = formatMoney(row.amount_cents ?? 0);
  if (choice.kind === 'leave')
    return `The family keeps everything it booked: ${ofDecision(row)}. The ${money} will count as refunded, so a later cancellation will refund that much less.`;
  const names = row.lines
    .filter(({ line_id }) => choice.line_ids.includes(line_id))
    .map(lineText)
    .join('; ');
  if (choice.kind === 'line')
    return `${names} will stay booked. The ${money} will come off its price only, so cancelling it later will refund that much less.`;
  const more =
    outcome.refund_cents > 0
      ? `${formatMoney(outcome.allocated_cents)} was refunded in Stripe. Another ${formatMoney(outcome.refund_cents)} will be refunded now, under the rules that applied when it was sold.`
      : `${formatMoney(outcome.allocated_cents)} was refunded in Stripe. Nothing more will be refunded.`;
  return `This will cancel ${names}. ${more} The spot will be free at once, and the family will get an e-mail with the amount. This can’t be undone.`;
}

const reasons: Partial<Record<string, string>> = {
  fraudulent: 'the cardholder says that they did not make this payment',
  duplicate: 'they say that they paid twice',
  product_not_received: 'they say that they did not get it',
  product_unacceptable: 'they say that it was not as promised',
  subscription_canceled: 'they say that they had already cancelled',
  credit_not_processed: 'they are waiting for a refund',
};

/** Says that the family may have got the same money twice: as a refund from us, and from its bank. */
function paidTwice({
  paid_twice_cents: paidTwiceCents = 0,
  taken_back_cents: takenBackCents = 0,
  missing_cents: missingCents = 0,
  takes_balance: takesBalance = true,
}: StaffDecision): string[] {
  if (paidTwiceCents === 0) return [];
  const missing = `${formatMoney(missingCents)} is missing.`;
  return [
    `We had already refunded ${formatMoney(paidTwiceCents)} of it, so that amount was paid back twice.`,
    ...(takenBackCents > 0 ? [`We took ${formatMoney(takenBackCents)} back from the family’s balance.`] : []),
    ...(missingCents === 0
      ? []
      : [
          takesBalance
            ? `${missing} Anything added to the family’s balance will go towards this first.`
            : `${missing} It was booked without signing in, so we don’t know who got the money. We will not take further money from a balance for this.`,
        ]),
  ];
}

/** Lists the known facts besides the kind of decision, one per line. */
export function knownOf(row: StaffDecision): string[] {
  const { kind, amount_cents, expected_cents, about, answer_by, is_lost, is_renewal } = row;
  switch (kind) {
    case 'mismatch':
      return [
        ...(is_renewal
          ? ['This is a renewal payment. If you keep the money, it pays for the renewal period.']
          : []),
        ...(expected_cents === null || amount_cents === null
          ? []
          : [
              `The family paid ${formatMoney(amount_cents)}, but ${formatMoney(expected_cents)} was agreed. That is ${formatMoney(Math.abs(amount_cents - expected_cents))} too ${amount_cents < expected_cents ? 'little' : 'much'}.`,
            ]),
        ...(row.split ? [splitMessages.removed(row.split)] : []),
      ];
    case 'disputed':
      return [
        about === null ? '' : `Their bank: ${reasons[about] ?? about.replaceAll('_', ' ')}.`,
        is_lost
          ? 'We lost this dispute: the bank has returned the money to the family.'
          : answer_by === null
            ? 'The bank is deciding. We can’t refund this payment until it has decided.'
            : `Submit evidence by ${formatMoment(answer_by)}. We can’t refund it until the bank decides.`,
        ...paidTwice(row),
      ].filter(Boolean);
    case 'balance_debt':
      return paidTwice(row);
    case 'refund_failed':
      return about === null || about === '' ? [] : [`Stripe said: ${about}`];
    case 'refund_by_hand':
      return about === null
        ? []
        : [
            `The family paid ${({ cash: 'in cash', paynow: 'by PayNow', card_terminal: 'on the terminal' } as Record<string, string>)[about] ?? `by ${about}`}.`,
          ];
    case 'refund_waiting':
      return about === null || about === '' ? [] : [`Stripe said: ${about}`];
    case 'cancelled_by_us':
      return about === null || about === '' ? [] : [`Reason given to the family: ${about}`];
    case 'mail_failed':
      return [`“${mailName(about ?? '')}”`];
    default:
      return is_renewal ? ['This is a renewal payment.'] : [];
  }
}

export function doneMessage(outcome: Extract<Outcome, { state: 'done' }>): string {
  if ('queued' in outcome) return listMessages.queued(outcome.queued, outcome.left_out, outcome.left);
  const { answer, kind, gives } = outcome;
  switch (answer) {
    case 'refund':
      return 'Decided: the money is refunded.';
    case 'ended':
      return 'Decided: what this payment paid for has ended, and the amount is written off.';
    case 'settle':
      return answerMessages.settled;
    case 'retry':
      return answerMessages.retried;
    case 'left_out':
      return answerMessages.leftOut;
    case 'leave':
      return 'Decided: the order does not change.';
    case 'line':
      return 'Decided: the refund comes off the price of that booking.';
    case 'cancel':
      return 'Cancelled. We are e-mailing the family.';
    case 'accepted_with_split':
      return 'Decided: both payments are recorded, and what they paid for is booked.';
    case 'accepted':
      if (kind === 'disputed') return 'Decided: nothing has changed.';
      if (kind === 'balance_debt') return 'Closed: we ask for nothing more.';
      return gives
        ? 'Decided: we keep the money, and what it paid for is booked.'
        : 'Decided: we keep the money.';
  }
}

export const refusals: OwnMessages = {
  ...chargeRefusals,
  unexpected:
    'We do not know whether that went through. Please check the details below. If you answer again, nothing happens twice.',
  choice_made: 'Somebody has already decided this. The latest details are below.',
  decision_not_found: 'This decision no longer exists.',
  refund_too_much:
    'That is more than the price, or the payment was refunded another way. Nothing has changed.',
  refund_changed: 'The refund amount has changed. Nothing was done. Please check it and try again.',
  too_late:
    'The class or camp starts too soon or has started, so you can no longer cancel it. Please choose another answer.',
  pass_used:
    'The family has used a session of this pass, so its rules do not allow a cancellation. Please choose another answer.',
  order_closed: 'The family’s details were deleted, or we have not lost the dispute, so you can’t do this.',
  mail_not_found: 'The family’s details were deleted, so this can’t be sent.',
};
