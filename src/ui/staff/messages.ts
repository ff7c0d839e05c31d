import { formatDate, formatDays, formatHours, formatMoment, today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';

export const narrowSearch = 'There are more. Type another word to narrow the search.';

export const noteChoice = 'Record the family’s choice';

export const contactMessages = { noNumber: 'Number missing' } as const;

export const parentInformedMessages = {
  parentInformed: 'A parent was told',
  open: 'No parent has been told',
  mark: 'Mark parent as told',
  markOf: ({ child_name, title, location, happened_at }: FirstAidAt) =>
    `Mark parent as told: ${child_name}, ${title}, ${location}, ${formatMoment(happened_at)}`,
} as const;
interface FirstAidAt {
  child_name: string;
  title: string;
  location: string;
  happened_at: string;
}

/** A coach or child, and the other session where they are at that time. */
interface Clash {
  name: string;
  title: string;
  location: string;
  starts_at: string;
  ends_at: string;
}
const countedCoaches = (coaches: number) =>
  coaches === 0 ? 'No coach' : `${coaches} ${coaches === 1 ? 'coach' : 'coaches'}`;
export const coachRatioMessages = {
  /** A text for a tag, for example “1 coach for 12 children”. */
  short: ({ coaches, children }: { coaches: number; children: number }) =>
    `${countedCoaches(coaches)} for ${children} ${children === 1 ? 'child' : 'children'}`,
  text: (ratio: { coaches: number; children: number }) =>
    `${coachRatioMessages.short(ratio)}.${ratio.coaches === 0 ? '' : ' One coach can look after at most five.'}`,
} as const;

/** Messages about a coach or a child who would be at two places at once. `text` names that person. */
export const coachClashMessages = {
  title: 'A coach is already busy at that time:',
  text: ({ name, title, location, starts_at, ends_at }: Clash) =>
    `${name}: ${title}, ${location}, ${formatDate(today(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}`,
  /** A text for a session today. */
  also: ({ name, title, location, starts_at, ends_at }: Clash) =>
    `${name} is also at ${title}, ${location}, ${formatHours(starts_at, ends_at)}.`,
} as const;

interface Concern {
  kind: 'absent' | 'double_booked' | 'travel' | 'outside_hours';
  name: string;
  title: string | null;
  location: string | null;
  starts_at: string;
  ends_at: string;
}
export const coachConcernMessages = {
  title: 'Before you assign this coach:',
  text({ kind, name, title, location, starts_at, ends_at }: Concern): string {
    const when = `${formatDate(today(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}`;
    const other = `${title ?? ''}, ${location ?? ''}, ${when}`;
    switch (kind) {
      case 'absent':
        return `${name} is absent: ${when}`;
      case 'double_booked':
        return `${name} is already assigned to ${other}`;
      case 'travel':
        return `${name} has 30 minutes or less to travel to or from ${other}`;
      case 'outside_hours':
        return `Outside the hours that ${name} gave: ${when}`;
    }
  },
  reason: 'Why assign them anyway?',
  reasonHint: 'Only staff read this.',
} as const;

export const saleProblems = {
  no_coach: 'Not on sale: no coach',
  no_place: 'Not on sale: location no longer in use',
  day_cancelled: 'Not on sale: a day is cancelled',
} as const;

/** The text in place of the reason why a screen did not load, if the account has lost the role for it. */
export const roleEndedMessage =
  'This account no longer has the role for this page. If that is a mistake, please ask a business admin.';

export const noReasonMessage = 'Please give a reason.';

export const mailEventMessages = {
  mail_sent: (name: string) => `E-mail sent: ${name}`,
  mail_waits: (name: string) => `E-mail on its way: ${name}`,
  mail_failed: (name: string) => `E-mail could not be sent: ${name}`,
} as const;

export const rosterMessages = {
  today: 'Today’s sessions and camps',
  isNew: 'First time',
  noCoach: 'no coach yet',
  nobody: 'No children booked.',
  off: 'Cancelled on this day. No children are expected.',
} as const;

export const decisionMessages = {
  mismatch: ['Wrong amount', 'The family paid a different amount from the one agreed.'],
  duplicate_payment: ['Paid twice', 'The same order was paid again.'],
  paid_late: [
    'Paid late',
    'The spot was gone when the payment arrived. Choose another date, a credit or a refund on the family’s page.',
  ],
  unknown_order: ['No order', 'We can’t match this payment to anything that can be booked here.'],
  disputed: ['Disputed', 'The family’s bank is taking the payment back. Submit evidence in Stripe.'],
  external_refund: ['Refunded in Stripe', 'Somebody refunded this in Stripe. Please say what it was for.'],
  balance_debt: [
    'Paid back twice',
    'We refunded this, and then the bank paid it back too. Please ask the person who paid to return what is missing.',
  ],
  refund_failed: [
    'Refund failed',
    'Stripe could not refund this. Please pay the family in cash or by PayNow, then mark it as paid back.',
  ],
  refund_by_hand: [
    'Refund in person',
    'The family paid at the desk, so please refund them in cash, by PayNow or on the terminal.',
  ],
  refund_waiting: [
    'Refund waiting for funds',
    'Our Stripe balance does not cover this. Add funds in Stripe; we try again every half hour.',
  ],
  cancelled_by_us: [
    'Cancelled by us, not settled',
    'We cancelled this. The family has not chosen another date or a refund yet.',
  ],
  instalment_overdue: [
    'Not paid in full',
    'The rest was not paid in time. Open the order to e-mail a reminder, give more time, or cancel under the rules.',
  ],
  renewal_unpaid: [
    'Renewal unpaid',
    'The card was declined. Stripe will try again, but a call helps. The renewal ends when the family ends it or Stripe stops trying.',
  ],
  mail_failed: ['E-mail not sent', 'Every attempt failed. If you send it again, it will arrive only once.'],
} as const satisfies Record<string, readonly [title: string, known: string]>;
export type DecisionKind = keyof typeof decisionMessages;

/** Returns why the day view hides a screen. `shows` is a sentence without its full stop. */
export const hiddenMessage = (shows: string): string =>
  `${shows}, so this page is hidden when other people can see your screen.`;

export const noDecision = 'No decisions waiting.';
/** The text for an order or payment that has no name. */
export const unnamed = 'Name not known';

interface NamedLine {
  title: string;
  child: string | null;
  base: string | null;
  days: { from: string; until: string } | null;
}
/** Returns the text of an order line, e.g. "Kai Tan · Spark camp · Bishan · Mon 7 – Wed 9 Dec 2026". */
export const lineText = ({ title, child, base, days }: NamedLine): string =>
  [child ?? 'Child not named', title, base, days && formatDays(days.from, days.until)]
    .filter(Boolean)
    .join(' · ');

interface Bought {
  title: string;
  base: string | null;
  days: { from: string; until: string } | null;
}
/**
 * Returns the lines of an order. Equal lines are counted, e.g. as "3 × Spark Camp" with "Bishan · Mon 30 Nov – Wed 2
 * Dec 2026".
 */
export function boughtLines(bought: readonly Bought[]): { what: string; where: string }[] {
  const counts = new Map<string, { title: string; where: string; count: number }>();
  for (const { title, base, days } of bought) {
    const where = [base, days && formatDays(days.from, days.until)].filter(Boolean).join(' · ');
    const key = `${title} ${where}`;
    counts.set(key, { title, where, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].map(({ title, where, count }) => ({
    what: count === 1 ? title : `${count} × ${title}`,
    where,
  }));
}
/** Returns all lines as one text, e.g. "3 × Spark Camp, Bishan · Mon 30 Nov – Wed 2 Dec 2026; Term pass". */
export const boughtText = (bought: readonly Bought[]): string =>
  boughtLines(bought)
    .map(({ what, where }) => [what, where].filter(Boolean).join(', '))
    .join('; ');

export const decisionTitle = (kind: string): string =>
  kind in decisionMessages ? decisionMessages[kind as DecisionKind][0] : kind.replaceAll('_', ' ');

/** The possible answers to a decision, and what each of them does. */
export const answerMessages = {
  accepted: 'Keep the payment',
  changeNothing: 'Change nothing',
  letGo: 'Close the debt',
  refund: 'Refund the payment',
  ended: 'Write off the amount',
  settle: 'Mark as paid back',
  retry: 'Resend e-mail',
  choose: 'Open the family’s page',
  decide: 'Decide what the refund was for',
  does: {
    accepted: (kind: string, cents: number) =>
      kind === 'disputed'
        ? 'Nothing will change, and this decision will leave the list. The bank still decides. This can’t be undone.'
        : kind === 'balance_debt'
          ? `We will no longer ask the family for ${formatMoney(cents)}. Choose this also if the family has already paid it back. This can’t be undone.`
          : kind === 'mismatch'
            ? `We will keep ${formatMoney(cents)}, and book what it paid for. Any shortfall will be written off. You can still refund the payment from the order.`
            : `We will keep ${formatMoney(cents)}, and the family will get nothing for it. This can’t be undone.`,
    refund: (_kind: string, cents: number) =>
      `${formatMoney(cents)} will be refunded to the original payment method, and any order waiting for it will be closed. This can’t be undone.`,
    ended: (_kind: string, cents: number) =>
      `The spots, passes and credits that ${formatMoney(cents)} paid for will end, and the amount will be written off. This can’t be undone.`,
  },
  settleDoes: (cents: number) =>
    `You have paid back ${formatMoney(cents)} in cash, by PayNow or on the terminal. We will e-mail the family. This can’t be undone.`,
  settled: 'Marked as paid back. We are e-mailing the family.',
  retried: 'We are sending the e-mail again.',
  leftOut:
    'This e-mail was not sent, and has left the list: its day has passed, its message was stopped, or the family no longer wants news.',
  yes: 'Save decision',
  settleYes: 'Yes, mark as paid back',
  no: 'Decide later',
} as const;

const mails: Partial<Record<string, string>> = {
  booking_confirmed: 'Confirmation and receipt',
  paid_late_reseated: 'Paid late, spot found',
  paid_late_choice: 'Paid late: please choose',
  order_cancelled: 'Booking cancelled',
  order_moved: 'Moved',
  refund_sent: 'Refund sent',
  order_link: 'New link',
  details_requested: 'Asked about health',
  payment_failed: 'Payment failed',
  instalment_due: 'Payment reminder',
  instalment_paid: 'Receipt for an instalment',
  renewal_paid: 'Renewal paid',
  growth_report: 'Growth report',
  camp_review: 'How was the camp?',
  friend_booked: 'A friend booked',
  session_reminder: 'Reminder',
  class_booked: 'Class booked with a credit',
  class_cancelled: 'Class cancelled',
  free_spot: 'Free spot',
  renewal_changed: 'Renewal stopped or resumed',
  pass_changed: 'Pass paused or shared',
  cancelled_by_us: 'Cancelled by us',
  message: 'A message from us',
  pass_expiring: 'Pass ends soon',
  payment_problem: 'Renewal not paid',
};
export const mailName = (template: string): string => mails[template] ?? spelt(template);

/** The title of each kind of alert, and the unit of the alert's value. */
export const alertMessages: Partial<
  Record<string, readonly [title: string, unit: 'percent' | 'seconds' | 'rows' | null]>
> = {
  bookings_failing: ['Bookings are failing before payment', 'percent'],
  outbox_late: ['E-mails are delayed', 'seconds'],
  webhook_late: ['Payment notices are arriving late', 'seconds'],
  holds_late: ['Expired holds are not being released', 'seconds'],
  books_discrepancies: ['Discrepancies in the books', 'rows'],
  build_failed: ['The site could not be built', null],
  chores_late: ['Scheduled jobs are late', 'seconds'],
  mails_returned: ['E-mails are bouncing', 'percent'],
  blank_screens: ['Pages are empty for visitors', 'rows'],
  content_refused: ['The checkout has not accepted what is published', 'rows'],
};

export const booksMessages = {
  never: 'The books have not been checked yet.',
  failed: 'The books did not load.',
} as const;

/** Returns the readable name of a check, alert or scheduled job. It turns "camp_oversold" into "Camp oversold". */
export const spelt = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

export const correctedNames = {
  dob: 'date of birth',
  email: 'e-mail',
  name: 'name',
  phone: 'mobile',
} as const;
