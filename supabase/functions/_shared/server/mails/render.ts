import { render } from '@react-email/components';
import { createElement, type ReactElement } from 'react';
import * as v from 'valibot';
import { formatDate, formatTime } from '../../contract/format.ts';
import type { Mail } from '../mail.ts';
import { BookingConfirmed } from './BookingConfirmed.tsx';
import { calendarFile } from './calendar.ts';
import { MailOrder, sessionsOf } from './order.ts';
import { PaidLateChoice } from './PaidLateChoice.tsx';

interface Content {
  subject: string;
  body: ReactElement;
  calendar: string | null;
}

/** Every template that SQL may put into the outbox. */
const templates: Record<string, (order: MailOrder, siteUrl: string) => Content> = {
  booking_confirmed: (order, siteUrl) => ({
    subject: `You're in: ${what(order)}`,
    body: createElement(BookingConfirmed, { order, siteUrl }),
    calendar: calendarFile(order, siteUrl),
  }),
  paid_late_reseated: (order, siteUrl) => ({
    subject: `You're in after all: ${what(order)}`,
    body: createElement(BookingConfirmed, { order, siteUrl, late: true }),
    calendar: calendarFile(order, siteUrl),
  }),
  paid_late_choice: (order, siteUrl) => ({
    subject: `Your money is safe, the spot is gone: please choose (${order.number})`,
    body: createElement(PaidLateChoice, { order, siteUrl }),
    calendar: null,
  }),
};

/** All other tables are there for the layout. */
const asText = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [{ selector: 'table.receipt', format: 'dataTable', options: { uppercaseHeaderCells: false } }],
  },
};

/** A message of the outbox as a mail. The same message always gives the same mail. Throws when it is unknown. */
export async function renderMail(
  template: string,
  payload: unknown,
  siteUrl: string,
): Promise<Omit<Mail, 'key' | 'to'>> {
  const compose = Object.hasOwn(templates, template) ? templates[template] : undefined;
  if (!compose) throw new Error(`no such template: ${template}`);
  const order = v.parse(MailOrder, payload);
  const { subject, body, calendar } = compose(order, siteUrl);
  const [html, text] = await Promise.all([render(body), render(body, asText)]);
  const file = {
    filename: `${order.number}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  };
  return { subject, html, text, attachments: calendar ? [{ ...file, content: calendar }] : [] };
}

/** `Red Otter A, Sat 28 Nov, 10.30 am`; without a session, what was bought. */
function what(order: MailOrder): string {
  const [first, ...more] = sessionsOf(order);
  if (!first) return order.lines.map((line) => line.title).join(', ');
  const when = `${formatDate(first.session_date, { year: false })}, ${formatTime(first.session_time)}`;
  return `${first.class_type}, ${when}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}
