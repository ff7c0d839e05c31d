import { plural } from './format.ts';
import type { Alert } from './staff-mails.ts';

type Kind = Alert['kind'];
interface Words {
  heading: string;
  over: string;
  next: string;
}

export const alertMessages: Record<Kind, Words> = {
  bookings_failing: {
    heading: 'Bookings are failing.',
    over: 'Bookings are going through again.',
    next: 'Parents can’t get a spot held (step hold), or press Pay and do not reach the payment page (step payment). For hold, check the database and system_logs of hold_order. For payment, check the payment provider’s status page, then the log of the function create-checkout. Nobody is charged for what failed.',
  },
  outbox_late: {
    heading: 'E-mails are not going out.',
    over: 'E-mails are going out again.',
    next: 'We store them, and will send each one once. Check the mail provider: has a limit been reached, or a key expired? Also check that the scheduled jobs run every minute.',
  },
  webhook_late: {
    heading: 'Payment updates are late.',
    over: 'Payment updates are on time again.',
    next: 'Until they arrive we ask the payment provider ourselves, so no booking is lost. Check the webhook endpoint at the payment provider: is it on, and does it have our secret?',
  },
  holds_late: {
    heading: 'Spots on hold are released late.',
    over: 'Spots on hold are released on time again.',
    next: 'The spots already count as free, but families on the waitlist hear about them late. Check that the scheduled jobs run every minute.',
  },
  books_discrepancies: {
    heading: 'The books have discrepancies.',
    over: 'The books are in order again.',
    next: 'The list names the rule that each one breaks. Run reconcile_books to see the rows, and check each of them.',
  },
  build_failed: {
    heading: 'The site could not be built.',
    over: 'The site is built again.',
    next: 'The pages have not changed, and prices at the checkout are right. Correct the document that is named, then publish it again.',
  },
  chores_late: {
    heading: 'Scheduled jobs are late.',
    over: 'Scheduled jobs are on time again.',
    next: 'They fail or take too long. The log of error-monitor/maintenance says why.',
  },
};

const units: Record<Kind, 'percent' | 'seconds' | 'rows' | 'builds'> = {
  bookings_failing: 'percent',
  outbox_late: 'seconds',
  webhook_late: 'seconds',
  holds_late: 'seconds',
  books_discrepancies: 'rows',
  build_failed: 'builds',
  chores_late: 'seconds',
};

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
