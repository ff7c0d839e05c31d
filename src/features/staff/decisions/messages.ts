import type { StaffDecision } from '#contract/management.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { chargeRefusals } from '#ui/staff/refusals.ts';
import { answerWords, booksWords, lineText, mailName, noDecision, unnamed } from '#ui/staff/words.ts';
import type { Act, Draft } from './store.ts';

export const words = {
  title: 'Decisions',
  lead: 'What waits for a person, the newest first. Each answer says what it does before it is done.',
  loading: 'Loading...',
  failed: 'The decisions did not load.',
  viewOffText:
    'Decisions say names, contacts and money, so they are not shown while others look at the screen.',
  waiting: 'What waits',
  kinds: 'Kinds',
  all: 'All',
  none: noDecision,
  noneText:
    'Charges that do not fit, refunds made at Stripe or to be paid by hand, places that we called off, unpaid renewals and mails that failed appear here.',
  noneOf: 'Nothing of this kind waits.',
  nobody: unnamed,
  since: (at: string) => `since ${formatMoment(at)}`,
  more: 'Show more',
  books: 'The books',
  booksText:
    'Each odd row is a promise and a payment that do not agree. It goes by itself once its cause is put right.',
  look: 'Look through the books',
  looking: 'Looking...',
  booksWell: 'The books are in order: no odd row.',
  booksFailed: booksWords.failed,
} as const;

/** Texts about a refund made on Stripe's own pages. */
export const externalWords = {
  question: (money: string) => `What was the refund of ${money} for?`,
  kinds: {
    leave: 'Goodwill: leave the order as it is',
    line: 'For one of these, which stays booked',
    cancel: 'Cancel these',
  },
  choose: 'Please choose what the refund was for.',
  look: 'Show what this does',
  yes: 'Yes, do it',
  no: 'Choose again',
} as const;

/** What a choice does, from the database's preview. */
/**
 * Names a decision by its lines: `Kai Tan · Spark Camp · Bishan · Mon 7 – Wed 9 Dec 2026`, or by the order's name and
 * number.
 */
export const ofDecision = ({ lines, name, order_number }: StaffDecision): string =>
  lines.map(lineText).join('; ') || [name ?? words.nobody, order_number].filter(Boolean).join(', ');

export function externalMeans(row: StaffDecision, { choice, outcome }: Draft): string {
  const money = formatMoney(row.amount_cents ?? 0);
  if (choice.kind === 'leave')
    return `The family keeps everything it booked: ${ofDecision(row)}. The ${money} count as given back: cancelling later pays back that much less.`;
  const names = row.lines
    .filter(({ line_id }) => choice.line_ids.includes(line_id))
    .map(lineText)
    .join('; ');
  if (choice.kind === 'line')
    return `${names} stays booked. The ${money} are taken off its price alone: cancelling it later pays back that much less.`;
  const more =
    outcome.refund_cents > 0
      ? `${formatMoney(outcome.allocated_cents)} went back at Stripe; ${formatMoney(outcome.refund_cents)} more go back now, by the rules it was sold with.`
      : `${formatMoney(outcome.allocated_cents)} went back at Stripe; nothing more goes back.`;
  return `${names}: cancelled. ${more} The place is free at once, and the family gets a mail with the sum. This cannot be undone.`;
}

const reasons: Partial<Record<string, string>> = {
  fraudulent: 'the card’s owner says that it was not them',
  duplicate: 'they say that they paid twice',
  product_not_received: 'they say that they did not get it',
  product_unacceptable: 'they say that it was not as promised',
  subscription_canceled: 'they say that it was ended before',
  credit_not_processed: 'they wait for a refund',
};

/** Known facts about a decision besides its kind, one per line. */
export function knownOf(row: StaffDecision): string[] {
  const { kind, amount_cents, expected_cents, about, answer_by, is_lost, is_renewal } = row;
  switch (kind) {
    case 'mismatch':
      return [
        ...(is_renewal ? ['The charge of a renewal: kept, it pays for its period.'] : []),
        ...(expected_cents === null || amount_cents === null
          ? []
          : [
              `${formatMoney(amount_cents)} came, ${formatMoney(expected_cents)} was agreed: ${formatMoney(Math.abs(amount_cents - expected_cents))} too ${amount_cents < expected_cents ? 'little' : 'much'}.`,
            ]),
      ];
    case 'disputed':
      return [
        about === null ? '' : `Their bank: ${reasons[about] ?? about.replaceAll('_', ' ')}.`,
        is_lost
          ? 'It is lost: the bank has given the money back.'
          : answer_by === null
            ? 'The bank decides; nothing goes back meanwhile.'
            : `Evidence until ${formatMoment(answer_by)}; nothing goes back meanwhile.`,
      ].filter(Boolean);
    case 'refund_failed':
      return about === null || about === '' ? [] : [`Stripe said: ${about}`];
    case 'refund_by_hand':
      return about === null
        ? []
        : [
            `It was paid ${({ cash: 'in cash', paynow: 'by PayNow', card_terminal: 'on the terminal' } as Record<string, string>)[about] ?? `by ${about}`}.`,
          ];
    case 'refund_waiting':
      return about === null || about === '' ? [] : [`Stripe said: ${about}`];
    case 'called_off':
      return about === null || about === '' ? [] : [`Reason given to the family: ${about}`];
    case 'mail_given_up':
      return [`“${mailName(about ?? '')}”`];
    default:
      return is_renewal ? ['The charge of a renewal.'] : [];
  }
}

export function doneWords({ answer, kind, gives }: Extract<Act, { state: 'done' }>): string {
  switch (answer) {
    case 'refund':
      return 'Decided: it goes back.';
    case 'ended':
      return 'Decided: what it paid for is ended and written off.';
    case 'settle':
      return answerWords.settled;
    case 'retry':
      return answerWords.retried;
    case 'leave':
      return 'Decided: the order stays as it is.';
    case 'line':
      return 'Decided: the refund is taken off that place.';
    case 'cancel':
      return 'Cancelled. The family is told by mail.';
    case 'kept':
      return kind === 'disputed'
        ? 'Decided: nothing changes.'
        : gives
          ? 'Decided: kept, and what it was paid for is booked.'
          : 'Decided: kept, for nothing.';
  }
}

export const refusals: OwnRefusals = {
  ...chargeRefusals,
  unexpected:
    'We do not know whether that arrived. This is how it stands now; answered again, nothing happens twice.',
  choice_made: 'Somebody has decided that already. This is how it stands now.',
  decision_not_found: 'That is not there any more.',
  refund_too_much: 'That is more than it cost, or the charge went back another way. Nothing was changed.',
  refund_changed: 'Another amount goes back by now. Nothing was changed; please look again.',
  already_refunded: 'The money for this has gone back already. Nothing was changed.',
  too_late:
    'It begins too soon, or has begun: it cannot be cancelled any more. Choose one of the other answers.',
  line_closed: 'That has been changed already. This is how it stands now.',
  pass_used:
    'A session of this pass was used, so its rules do not take it back. Choose one of the other answers.',
  refund_not_found: 'That is not there any more.',
  order_closed: 'Its people are forgotten, or the dispute is not lost: that cannot be done.',
  mail_not_found: 'Its people are forgotten: there is nobody to send it to.',
};
