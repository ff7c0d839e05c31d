import type { FamilyOrder } from '#contract/family-orders.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import { formatMoney, formatSessions } from '#contract/format.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, today } from '#domain/dates.ts';
import { creditMessages, familyErrors, printLabel } from '#ui/family/messages.ts';

export const messages = {
  title: 'Passes and receipts',
  lead: 'Your children’s passes, when they end, and what you paid.',
  loading: 'Loading...',
  passes: 'Your passes',
  none: 'No passes yet.',
  noneText: creditMessages.fromPass,
  buy: 'Get a pass',
  /** Words after the number of credits. The credits of an expired pass are "not used". */
  credits: ({ credits, sessions_total, is_valid }: FamilyPass) =>
    `${credits > sessions_total ? 'sessions' : `of ${formatSessions(sessions_total)}`} ${is_valid ? 'left' : 'not used'}`,
  book: 'Book a session',
  again: 'Get this pass again',
  manage: 'Details, cancel, refund',
  portal: ({ subscription }: Pick<FamilyPass, 'subscription'>) =>
    subscription?.status === 'cancelling' ? 'Renew again or change card' : 'Stop renewal or change card',
  portalHelp: 'This opens Stripe’s payment page.',
  makeUps: (makeUpsLeft: number, total: number) => `${makeUpsLeft} of ${total} make-ups left`,
  missed: 'Missed sessions',
  missedText: 'You can get back the credit for each missed session once.',
  makeUp: creditMessages.getBack,
  madeUp: (bookingName: string, credits: number) =>
    `The credit for ${bookingName} is back. The pass now has ${formatSessions(credits)}.`,
  receipts: 'Receipts',
  receiptsText: 'You can print each receipt, or save it as a PDF.',
  noReceipts: 'No receipts yet. Your payments appear here.',
  receiptsFailed: 'The receipts did not load. Please try again.',
  more: 'Show earlier receipts',
  receipt: 'Receipt',
  receiptFailed: 'The receipt did not load. Please try again.',
  change: 'Change or cancel',
  print: printLabel,
  close: 'Close',
  paid: 'Paid',
  refunded: 'Refunded',
  to: 'Paid by',
} as const;

/** Says how a pass ends or renews, with the amount (decisions "Renewals"). */
export function endMessage({ subscription, valid_until, is_valid }: FamilyPass): string {
  if (subscription && subscription.status !== 'ended') {
    const date = formatDate(today(new Date(subscription.current_period_end)));
    if (subscription.status === 'past_due')
      return 'We could not charge the last renewal. Please check your card details.';
    return subscription.status === 'cancelling'
      ? `Ends on ${date}. You will not be charged again.`
      : `Renews on ${date} for ${formatMoney(subscription.price_cents)}.`;
  }
  if (valid_until === null) return 'No end date.';
  return is_valid
    ? `Until ${formatDate(valid_until)}. It does not renew.`
    : `Ended on ${formatDate(valid_until)}.`;
}

export const stateMessages: Record<FamilyOrder['state'], string> = {
  needs_choice: 'Please choose',
  under_review: 'We are checking it',
  paid: 'Paid',
  part_refunded: 'Partly refunded',
  refunded: 'Refunded',
  moved: 'Moved',
  cancelled: 'Cancelled',
};

export const channelMessages: Record<FamilyOrder['channel'], string> = {
  web: '',
  desk: 'At the desk',
  renewal: 'Renewal',
};

export const refusals: OwnMessages = {
  offline: familyErrors.offline,
  subscription_not_found: 'This pass no longer renews automatically.',
  make_ups_used_up: 'All make-ups of that pass have been used.',
  pass_renews:
    'A pass that renews can’t be paused, because your card would be charged for the paused days. Please send us a message, and we will find a way.',
  pause_not_allowed:
    'The pass can’t be paused on these days. Please choose other days, or send us a message.',
  pause_in_use:
    'A session is booked after the day on which the pass would then end. Please cancel that session first.',
};
