import { plural } from '../../contract/plural.ts';
import type { Alert } from './staff-mails.ts';

type Kind = Alert['kind'];
interface Words {
  heading: string;
  over: string;
  /** What staff should check. */
  next: string;
}

export const alertWords: Record<Kind, Words> = {
  bookings_failing: {
    heading: 'Bookings are failing.',
    over: 'Bookings go through again.',
    next: 'Parents get no place held (step hold), or press Pay and do not reach the payment page (step payment). For hold look at the database and at system_logs of hold_order; for payment at the payment provider’s status page, then at the log of the function create-checkout. Nobody is charged for what failed.',
  },
  outbox_late: {
    heading: 'Mails do not go out.',
    over: 'Mails go out again.',
    next: 'They are kept and sent later, each once. Look at the mail provider: a limit that is used up, a key that has ended. Are the chores run every minute?',
  },
  webhook_late: {
    heading: 'News of payments comes late.',
    over: 'News of payments is in time again.',
    next: 'Payments are found by asking meanwhile; no booking is lost. Look at the webhook endpoint at the payment provider: is it on, and does it know our secret?',
  },
  holds_late: {
    heading: 'Held places are cleared away late.',
    over: 'Held places are cleared away in time again.',
    next: 'They count as free all the same; who waits for one is told late. Are the chores run every minute?',
  },
  books_odd: {
    heading: 'The books have odd rows.',
    over: 'The books are in order again.',
    next: 'Each is named by its rule, and the rows by reconcile_books. A person has to look at them.',
  },
  build_failed: {
    heading: 'The site could not be built.',
    over: 'The site is built again.',
    next: 'The pages stay as they were; prices at the checkout are right. Mend the document that is named and publish it again.',
  },
  chores_late: {
    heading: 'Chores are late.',
    over: 'The chores are done in time again.',
    next: 'They fail, or take too long: the log of error-monitor/maintenance says why.',
  },
};

const units: Record<Kind, 'percent' | 'seconds' | 'rows' | 'builds'> = {
  bookings_failing: 'percent',
  outbox_late: 'seconds',
  webhook_late: 'seconds',
  holds_late: 'seconds',
  books_odd: 'rows',
  build_failed: 'builds',
  chores_late: 'seconds',
};

/** `12.5%`, `7 min`, `3 rows`. */
export function amountOf(kind: Kind, value: number): string {
  switch (units[kind]) {
    case 'percent':
      return `${value}%`;
    case 'seconds':
      return value < 120 ? `${Math.round(value)} s` : `${Math.round(value / 60)} min`;
    case 'rows':
      return plural(value, 'row');
    case 'builds':
      return plural(value, 'build');
  }
}
