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
    next: 'Parents can’t hold a spot (the step “hold”), or choose “Pay” and do not reach the payment page (the step “payment”). If the step is “hold”, check the database and system_logs of hold_order. If it is “payment”, check the payment provider’s status page, then the log of the function create-checkout. Nobody is charged for what failed.',
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
  mails_returned: {
    heading: 'E-mails are bouncing.',
    over: 'E-mails arrive again.',
    next: 'Our e-mails bounce, or people mark them as spam. Check the sender’s domain at the mail provider first (SPF, DKIM, DMARC). If this continues, the provider will stop our e-mails. Today lists the families to call.',
  },
  blank_screens: {
    heading: 'Visitors see empty pages.',
    over: 'Pages are no longer empty.',
    next: 'Open System, Errors in the last day: it names the pages, the releases and the place in the code. If the newest release is the cause, publish the one before it at the host.',
  },
  content_refused: {
    heading: 'The checkout has not accepted what is published.',
    over: 'The checkout accepts what is published again.',
    next: 'For an hour, the pages have shown one thing and the checkout has charged another. System names the document and the reason under Site. Correct it in Studio, or approve the price.',
  },
};

const units: Record<Kind, 'percent' | 'seconds' | 'rows' | 'builds' | 'pages' | 'documents'> = {
  bookings_failing: 'percent',
  outbox_late: 'seconds',
  webhook_late: 'seconds',
  holds_late: 'seconds',
  books_discrepancies: 'rows',
  build_failed: 'builds',
  chores_late: 'seconds',
  mails_returned: 'percent',
  blank_screens: 'pages',
  content_refused: 'documents',
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
    case 'pages':
      return plural(value, 'empty page');
    case 'documents':
      return plural(value, 'document');
  }
}
