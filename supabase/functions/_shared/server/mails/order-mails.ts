import { createElement } from 'react';
import * as v from 'valibot';
import { BookingConfirmed } from './BookingConfirmed.tsx';
import { calendarFile } from './calendar.ts';
import type { Template } from './content.ts';
import { campsOf, MailOrder, sessionsOf, orderTitle } from './order.ts';
import { DueOrder, InstalmentDue, InstalmentPaid, PaidPart, placesOf } from './InstalmentMails.tsx';
import { formatDate, formatMoney } from './format.ts';
import { onlyRefund, PaidLateChoice } from './PaidLateChoice.tsx';
import { PaymentFailed } from './PaymentFailed.tsx';
import { say } from './say.ts';

export const orderTemplates: Record<string, Template> = {
  booking_confirmed: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: `${order.left_places.length > 0 ? say`Moved` : isDated(order) ? say`You’re in` : say`It’s yours`}: ${orderTitle(order)}`,
      body: createElement(BookingConfirmed, { order, siteUrl }),
      calendar: calendarOf(order, siteUrl),
    };
  },
  paid_late_reseated: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: `${isDated(order) ? say`You’re in after all` : say`It’s yours`}: ${orderTitle(order)}`,
      body: createElement(BookingConfirmed, { order, siteUrl, late: true }),
      calendar: calendarOf(order, siteUrl),
    };
  },
  paid_late_choice: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: onlyRefund(order)
        ? say`Your money is safe, but the spot is taken: get your deposit back (${order.number})`
        : say`Your money is safe, but the spot is taken: please choose (${order.number})`,
      body: createElement(PaidLateChoice, { order, siteUrl }),
    };
  },
  instalment_due: (payload, siteUrl) => {
    const order = v.parse(DueOrder, payload);
    const { cents, due_on, kind } = order.instalment;
    return {
      subject: `${formatMoney(cents)} ${kind === 'late' ? say`was due on` : say`to pay by`} ${formatDate(due_on)}: ${orderTitle(placesOf(order))}`,
      body: createElement(InstalmentDue, { order, siteUrl }),
    };
  },
  instalment_paid: (payload, siteUrl) => {
    const order = v.parse(PaidPart, payload);
    const { cents, method } = order.instalment;
    const money = formatMoney(cents);
    return {
      subject: `${method === 'balance' ? say`${money} paid from your balance` : say`Received ${money}`}: ${orderTitle(placesOf(order))}`,
      body: createElement(InstalmentPaid, { order, siteUrl }),
    };
  },
  payment_failed: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: say`Not booked, because your payment did not arrive: ${orderTitle(order)}`,
      body: createElement(PaymentFailed, { order, siteUrl }),
    };
  },
};

/** A pass without a first session has no date yet. */
const isDated = (order: MailOrder) => sessionsOf(order).length + campsOf(order).length > 0;

export function calendarOf(order: MailOrder, siteUrl: string) {
  const content = calendarFile(order, siteUrl);
  return content === null ? null : { filename: `${order.number}.ics`, content };
}
