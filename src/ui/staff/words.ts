import { formatDays } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';

export const rosterWords = {
  isNew: 'First time',
  noCoach: 'no coach yet',
  nobody: 'Nobody is booked.',
} as const;

/** Titles and explanations of pending decisions, shared by all staff screens. */
export const decisionWords = {
  mismatch: ['Another amount', 'What was paid is not what was agreed.'],
  duplicate_payment: ['Paid twice', 'The same order was charged again.'],
  paid_late: [
    'Paid late',
    'The place was gone when the payment came. Another one, a credit or a refund is chosen on the family’s page.',
  ],
  unknown_order: ['Of no order', 'The charge fits nothing that can be booked here.'],
  disputed: ['Disputed', 'The family’s bank takes the charge back. Evidence is given at Stripe.'],
  external_refund: [
    'Refunded at Stripe',
    'This was paid back on Stripe’s own pages. Please say what it was for.',
  ],
  refund_failed: ['Refund failed', 'Stripe could not pay it back. Pay it by hand, and mark it.'],
  refund_by_hand: ['Pay back by hand', 'It was paid at the desk, so it goes back there.'],
  refund_waiting: [
    'Refund waits for balance',
    'Our balance at Stripe does not cover it. Add funds at Stripe; it is tried again every half hour.',
  ],
  called_off: [
    'Called off, not settled',
    'We called this off, and the family has neither chosen another date nor had its money back.',
  ],
  renewal_unpaid: [
    'Renewal unpaid',
    'The card was refused. Stripe tries again by itself; a call helps. It ends when the family ends it, or Stripe gives up.',
  ],
  mail_given_up: ['Mail not sent', 'All attempts failed. Sent again, it arrives once.'],
} as const satisfies Record<string, readonly [title: string, known: string]>;
export type DecisionKind = keyof typeof decisionWords;

export const noDecision = 'Nothing waits for a decision.';
/** For an order or payment without a name. */
export const unnamed = 'Name not known';

interface NamedLine {
  title: string;
  child: string | null;
  base: string | null;
  days: { from: string; until: string } | null;
}
/** Text of a line with child, title, base and days: "Kai Tan · Spark camp · Bishan · Mon 7 – Wed 9 Dec 2026". */
export const lineText = ({ title, child, base, days }: NamedLine): string =>
  [child ?? 'Child not named', title, base, days && formatDays(days.from, days.until)]
    .filter(Boolean)
    .join(' · ');

export const decisionTitle = (kind: string): string =>
  kind in decisionWords ? decisionWords[kind as DecisionKind][0] : kind.replaceAll('_', ' ');

/** The possible answers and what each one does. If a second charge is kept, it pays for nothing. */
export const answerWords = {
  kept: 'Keep it',
  let: 'Let it stand',
  refund: 'Pay it back',
  ended: 'End it and write it off',
  settle: 'It was paid back by hand',
  retry: 'Send it again',
  choose: 'Open the family’s page',
  decide: 'Decide what it was for',
  does: {
    kept: (kind: string, cents: number) =>
      kind === 'disputed'
        ? 'Nothing changes; it leaves this list. The bank goes on deciding. This cannot be undone.'
        : kind === 'mismatch'
          ? `${formatMoney(cents)} stays with us, and what it was paid for is booked. What is missing is written off. It can still be paid back from the order.`
          : `${formatMoney(cents)} stays with us, for nothing. This cannot be undone.`,
    refund: (_kind: string, cents: number) =>
      `${formatMoney(cents)} goes back the way it came, and an order that waited for it is closed. This cannot be undone.`,
    ended: (_kind: string, cents: number) =>
      `Places, passes and credits that ${formatMoney(cents)} paid for end, and are written off. This cannot be undone.`,
  },
  settleDoes: (cents: number) =>
    `${formatMoney(cents)} was given back in cash, by PayNow or on the terminal. The family is told. This cannot be undone.`,
  settled: 'Marked as paid back. The family is told.',
  retried: 'The mail is tried again.',
  yes: 'Yes, do it',
  settleYes: 'Yes, mark it',
  no: 'Leave it open',
} as const;

const mails: Partial<Record<string, string>> = {
  booking_confirmed: 'Confirmation and receipt',
  paid_late_reseated: 'Paid late, and there was a place',
  paid_late_choice: 'Paid late: please choose',
  order_cancelled: 'Given back',
  order_moved: 'Moved',
  refund_sent: 'Refund sent',
  order_link: 'New link',
  details_asked: 'Asked about health',
  payment_failed: 'Payment failed',
  renewal_paid: 'Renewal paid',
  session_reminder: 'Reminder',
  class_booked: 'Class booked with a credit',
  class_cancelled: 'Class cancelled',
  renewal_changed: 'Renewal stopped or resumed',
  called_off: 'Called off',
  message: 'A message of ours',
  pass_expiring: 'Pass ends soon',
  payment_problem: 'Renewal not paid',
};
export const mailName = (template: string): string => mails[template] ?? spelt(template);

/** Title of each kind of alert, and the unit of its value. */
export const alertWords: Partial<
  Record<string, readonly [title: string, unit: 'percent' | 'seconds' | 'rows' | null]>
> = {
  bookings_failing: ['Bookings fail on the way to payment', 'percent'],
  outbox_late: ['Mails wait', 'seconds'],
  webhook_late: ['Payments are heard of late', 'seconds'],
  holds_late: ['Lapsed holds are not cleared away', 'seconds'],
  books_odd: ['Odd rows in the books', 'rows'],
  build_failed: ['The site could not be built', null],
  chores_late: ['The chores are late', 'seconds'],
};

export const booksWords = {
  never: 'The books were not looked through yet.',
  failed: 'The books did not load.',
} as const;

/** Turns "camp_oversold" into "Camp oversold", the readable name of a check, alert or scheduled job. */
export const spelt = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
