import { createElement } from 'react';
import * as v from 'valibot';
import { formatDate, formatSessions, formatTime } from '../../contract/format.ts';
import { joinNames, placeName, whoAndWhere } from '../../contract/place-words.ts';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import type { Template } from './content.ts';
import { plainName } from './greeting.ts';
import { Bring, linkOf, MailOrder, Names, namesOf } from './order.ts';
import { PassExpiring } from './PassExpiring.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import { RenewalPaid } from './RenewalPaid.tsx';
import { SessionReminder } from './SessionReminder.tsx';

/** Of a mail to a family: whom it greets, and the link to manage the order that it is about, if one was sold. */
const family = { parent_name: v.nullable(v.string()), manage_token: v.optional(v.string()) };

const ofChild = { child_name: v.optional(v.nullable(v.string()), null) };
const Problem = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  price_cents: v.number(),
  /** When the provider tries again; null when it does not. */
  next_attempt_at: v.nullable(v.string()),
});
const Expiring = v.object({
  ...family,
  ...ofChild,
  title: v.string(),
  /** Last day, in Singapore. */
  valid_until: v.string(),
  credits: v.number(),
});
const Reminder = v.object({
  ...family,
  children: Names,
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
      subject: `Renewed: ${whoAndWhere(namesOf(order.lines), {}, order.lines.map(({ title }) => title).join(', '))} (${order.number})`,
      body: createElement(RenewalPaid, { order, url: linkOf(order, siteUrl) }),
    };
  },
  payment_problem: (payload, siteUrl) => {
    const problem = v.parse(Problem, payload);
    return {
      subject: `We could not renew ${whosePass(problem)}`,
      body: createElement(PaymentProblem, { problem, url: linkOf(problem, siteUrl), siteUrl }),
    };
  },
  pass_expiring: (payload, siteUrl) => {
    const pass = v.parse(Expiring, payload);
    return {
      subject: `${formatSessions(pass.credits)} left on ${whosePass(pass)}, until ${formatDate(pass.valid_until, { year: false })}`,
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

/** `Kai’s Term`; `your Term` where no name is known. */
export function whosePass({ child_name, title }: Pick<Problem, 'child_name' | 'title'>): string {
  const name = plainName(child_name);
  return `${name === null ? 'your' : `${name}’s`} ${title}`;
}

function what({ children, session, camp }: Reminder): string {
  if (session)
    return [joinNames(children), placeName({ session }), formatTime(session.session_time)]
      .filter(Boolean)
      .join(', ');
  if (camp) return whoAndWhere(children, { camp });
  throw new Error('a reminder of nothing');
}
