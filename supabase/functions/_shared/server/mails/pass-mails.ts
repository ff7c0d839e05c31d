import { createElement } from 'react';
import * as v from 'valibot';
import { formatDate, formatSessions, formatTime } from '../../contract/format.ts';
import { joinNames, placeName, whoAndWhere } from '../../contract/place-words.ts';
import type { Template } from './content.ts';
import { linkOf, MailOrder, namesOf } from './order.ts';
import { Expiring, Problem, Reminder, whosePass } from './pass-shapes.ts';
import { PassExpiring } from './PassExpiring.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import { RenewalPaid } from './RenewalPaid.tsx';
import { SessionReminder } from './SessionReminder.tsx';

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

function what({ children, session, camp }: Reminder): string {
  if (session)
    return [joinNames(children), placeName({ session }), formatTime(session.session_time)]
      .filter(Boolean)
      .join(', ');
  if (camp) return whoAndWhere(children, { camp });
  throw new Error('a reminder of nothing');
}
