import { createElement } from 'react';
import * as v from 'valibot';
import { formatMoney } from './format.ts';
import { CancelledByUs, CancelledByUsPayload } from './CancelledByUs.tsx';
import { cancelledByUsFile, cancelledFile } from './calendar.ts';
import type { Template } from './content.ts';
import { whoAndWhere } from '../../contract/place-names.ts';
import { calendarOf } from './order-mails.ts';
import { onlyLines, orderTitle } from './order.ts';
import { CancelledOrder, cancelledPart, OrderCancelled } from './OrderCancelled.tsx';
import { MovedOrder, OrderMoved } from './OrderMoved.tsx';
import { LinkOrder, OrderLink } from './OrderLink.tsx';
import { RefundedOrder, refundedOf, RefundSent } from './RefundSent.tsx';
import { say } from './say.ts';

const cancelledByUs: Template = (payload, siteUrl) => {
  const parsed = v.parse(CancelledByUsPayload, payload);
  const [first, ...more] = parsed.cancelled_by_us.map((place) => whoAndWhere(place.children, place));
  const calendar = cancelledByUsFile(parsed, siteUrl);
  return {
    subject: say`Cancelled: ${first ?? ''}${more.length > 0 ? say` and ${more.length} more` : ''}`,
    body: createElement(CancelledByUs, { payload: parsed, siteUrl, hasFile: calendar !== null }),
    calendar,
  };
};

export const afterSaleTemplates: Record<string, Template> = {
  order_cancelled: (payload, siteUrl) => {
    const order = v.parse(CancelledOrder, payload);
    return {
      subject: `${order.cancelled.not_moved ? say`Not moved` : order.cancelled.had_before ? say`Not booked` : say`Cancelled`}: ${orderTitle(cancelledPart(order))}`,
      body: createElement(OrderCancelled, { order, siteUrl }),
      calendar: cancelledFile(order, siteUrl),
    };
  },
  order_moved: (payload, siteUrl) => {
    const order = v.parse(MovedOrder, payload);
    const lines = onlyLines(order, order.moved.line_ids);
    const isCredit = order.moved.kind === 'credit';
    return {
      subject: `${isCredit ? say`Your credit` : say`Your new date`}: ${orderTitle(lines)}`,
      body: createElement(OrderMoved, { order, siteUrl }),
      calendar: isCredit ? cancelledFile(lines, siteUrl) : calendarOf(lines, siteUrl),
    };
  },
  refund_sent: (payload, siteUrl) => {
    const order = v.parse(RefundedOrder, payload);
    const refunded = refundedOf(order);
    return {
      subject: say`Your refund of ${formatMoney(order.refund.cents)}${refunded === '' ? '' : `: ${refunded}`} (${order.number})`,
      body: createElement(RefundSent, { order, siteUrl }),
    };
  },
  order_link: (payload, siteUrl) => {
    const order = v.parse(LinkOrder, payload);
    return { subject: say`Your booking ${order.number}`, body: createElement(OrderLink, { order, siteUrl }) };
  },
  cancelled_by_us: cancelledByUs,
};
