import { createElement } from 'react';
import * as v from 'valibot';
import { formatDate, formatDays, formatSessions, formatTime } from '../../contract/format.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import type { Template } from './content.ts';
import { Bring, linkOf, MailOrder } from './order.ts';
import { PassExpiring } from './PassExpiring.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import { RenewalPaid } from './RenewalPaid.tsx';
import { SessionReminder } from './SessionReminder.tsx';

/** Of a mail to a family: whom it greets, and the link to manage the order that it is about, if one was sold. */
const family = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const Problem = v.object({
  ...family,
  title: v.string(),
  price_cents: v.number(),
  /** When the provider tries again; null when it does not. */
  next_attempt_at: v.nullable(v.string()),
});
const Expiring = v.object({
  ...family,
  title: v.string(),
  /** Last day, in Singapore. */
  valid_until: v.string(),
  credits: v.number(),
});
const Reminder = v.object({
  ...family,
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  /** How the family's children get to the camp: some may come, and others be collected. */
  comes: v.optional(v.boolean(), true),
  rides: v.optional(v.boolean(), false),
  bring: Bring,
});
export type Problem = v.InferOutput<typeof Problem>;
export type Expiring = v.InferOutput<typeof Expiring>;
export type Reminder = v.InferOutput<typeof Reminder>;

/** Mails about passes that a family has, and about what is tomorrow. */
export const passTemplates: Record<string, Template> = {
  renewal_paid: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: `Renewed: ${order.lines.map(({ title }) => title).join(', ')} (${order.number})`,
      body: createElement(RenewalPaid, { order, url: linkOf(order, siteUrl) }),
    };
  },
  payment_problem: (payload, siteUrl) => {
    const problem = v.parse(Problem, payload);
    return {
      subject: `We could not renew your ${problem.title}`,
      body: createElement(PaymentProblem, { problem, url: linkOf(problem, siteUrl), siteUrl }),
    };
  },
  pass_expiring: (payload, siteUrl) => {
    const pass = v.parse(Expiring, payload);
    return {
      subject: `${formatSessions(pass.credits)} left on your ${pass.title}, until ${formatDate(pass.valid_until, { year: false })}`,
      body: createElement(PassExpiring, { pass, url: linkOf(pass, siteUrl) }),
    };
  },
  session_reminder: (payload, siteUrl) => {
    const reminder = v.parse(Reminder, payload);
    return {
      subject: `See you tomorrow: ${what(reminder)}`,
      body: createElement(SessionReminder, { reminder, url: linkOf(reminder, siteUrl) }),
    };
  },
};

function what({ session, camp }: Reminder): string {
  if (session) return `${session.class_type}, ${formatTime(session.session_time)}`;
  if (camp) return `${camp.name}, ${formatDays(camp.start_date, camp.end_date)}`;
  throw new Error('a reminder of nothing');
}
