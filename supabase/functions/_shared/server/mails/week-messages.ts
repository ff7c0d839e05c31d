import * as v from 'valibot';
import { formatDate, formatMoney, plural } from './format.ts';

const things = [
  'alerts',
  'decisions',
  'discrepancies',
  'returned_mails',
  'without_coach',
  'refused_documents',
  'late_jobs',
  'doctor',
  'no_books',
  'no_doctor',
  'slow_pages',
] as const;

/** What `private.week_summary` says about a week. It contains only numbers. */
export const Week = v.object({
  from: v.string(),
  until: v.string(),
  bookings: v.object({ orders: v.number(), camp_places: v.number(), class_places: v.number() }),
  money: v.object({
    received_cents: v.number(),
    refunded_cents: v.number(),
    refunds: v.number(),
    /** The number of discrepancies. Null if the books were never checked. */
    books: v.nullable(v.number()),
  }),
  mails: v.object({ sent: v.number(), failed: v.number(), bounced: v.number(), complained: v.number() }),
  errors: v.object({ reports: v.number(), causes: v.number(), blank_screens: v.number() }),
  alerts: v.number(),
  /** The minutes in which the system did not work. Null if nobody measured it. */
  out_minutes: v.nullable(v.number()),
  to_check: v.array(v.object({ what: v.picklist(things), count: v.number() })),
});
export type Week = v.InferOutput<typeof Week>;

const thingText: Record<(typeof things)[number], (count: number) => [text: string, path: string]> = {
  alerts: (count) => [plural(count, 'open alert'), '/management/system'],
  decisions: (count) => [plural(count, 'decision'), '/management/decisions'],
  discrepancies: (count) => [
    plural(count, 'discrepancy in the books', 'discrepancies in the books'),
    '/management/decisions',
  ],
  returned_mails: (count) => [
    plural(count, 'family whose e-mails bounce', 'families whose e-mails bounce'),
    '/management',
  ],
  without_coach: (count) => [
    plural(count, 'session or camp without a coach', 'sessions or camps without a coach'),
    '/management',
  ],
  refused_documents: (count) => [
    plural(
      count,
      'document that the checkout has not accepted',
      'documents that the checkout has not accepted',
    ),
    '/management/system',
  ],
  late_jobs: (count) => [plural(count, 'late scheduled job'), '/management/system'],
  doctor: (count) => [
    plural(count, 'setting that doctor found wrong', 'settings that doctor found wrong'),
    '/management/system',
  ],
  no_books: () => [
    'We do not know whether the books agree, because they have not been compared yet',
    '/management/system',
  ],
  no_doctor: () => [
    'We do not know whether backups, DNS and keys are right, because doctor has not reported for eight days',
    '/management/system',
  ],
  slow_pages: (count) => [
    plural(count, 'page that is slow for visitors', 'pages that are slow for visitors'),
    '/management/system',
  ],
};

export const weekMessages = {
  subject: ({ from, until, to_check }: Week) =>
    `Your week: ${formatDate(from)} to ${formatDate(until)}${to_check.length > 0 ? `, ${plural(to_check.length, 'thing')} to check` : ''}`,
  heading: 'Your week',
  days: ({ from, until }: Week) => `${formatDate(from)} to ${formatDate(until)}, in Singapore time.`,
  footer: 'Sent to every admin on Mondays. You can switch it off in Settings, under Alerts and assistant.',
  bookings: ({ bookings }: Week): [string, string][] => [
    ['Paid orders', String(bookings.orders)],
    ['Spots booked in camps', String(bookings.camp_places)],
    ['Spots booked in classes', String(bookings.class_places)],
  ],
  money: ({ money }: Week): [string, string][] => [
    ['Received', formatMoney(money.received_cents)],
    [`Refunded (${plural(money.refunds, 'refund')})`, formatMoney(money.refunded_cents)],
    [
      'Books',
      money.books === null
        ? 'Not checked yet'
        : money.books === 0
          ? 'In order'
          : plural(money.books, 'discrepancy', 'discrepancies'),
    ],
  ],
  mails: ({ mails }: Week): [string, string][] => [
    ['Sent', String(mails.sent)],
    ['Bounced', String(mails.bounced)],
    ['Marked as spam', String(mails.complained)],
    ['Could not be sent', String(mails.failed)],
  ],
  system: ({ errors, alerts, out_minutes }: Week): [string, string][] => [
    ['Errors in browsers', `${errors.reports} (${plural(errors.causes, 'cause')})`],
    ['Empty pages', String(errors.blank_screens)],
    ['Alerts', String(alerts)],
    ['Not reachable', out_minutes === null ? 'Not measured' : plural(out_minutes, 'minute')],
  ],
  toCheck: 'Please check',
  nothing: 'Nothing is waiting for you.',
  thing: ({ what, count }: Week['to_check'][number]) => thingText[what](count),
  open: 'Open Today',
} as const;
