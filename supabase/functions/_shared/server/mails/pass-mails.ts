import { createElement } from 'react';
import * as v from 'valibot';
import { formatDate, formatSessions, formatTime } from './format.ts';
import { joinNames, placeName, whoAndWhere } from '../../contract/place-names.ts';
import type { Template } from './content.ts';
import { plainName } from './greeting.ts';
import { bookedFile, cancelledFile } from './calendar.ts';
import { ClassBooked } from './ClassBooked.tsx';
import { ClassCancelled } from './ClassCancelled.tsx';
import { linkOf, MailOrder, namesOf } from './order.ts';
import {
  ClassBookedPayload,
  ClassCancelledPayload,
  PassChangedPayload,
  PassExpiringPayload,
  PaymentProblemPayload,
  SessionReminderPayload,
  RenewalChangedPayload,
  whosePass,
} from './pass-payloads.ts';
import { PassChanged } from './PassChanged.tsx';
import { PassExpiring } from './PassExpiring.tsx';
import { PaymentProblem } from './PaymentProblem.tsx';
import { RenewalChanged } from './RenewalChanged.tsx';
import { RenewalPaid } from './RenewalPaid.tsx';
import { SessionReminder } from './SessionReminder.tsx';
import { say } from './say.ts';

const renewalMessages: Record<RenewalChangedPayload['kind'], string> = {
  stopped: 'Renewal stopped',
  resumed: 'Renewal back on',
  ended: 'Renewal ended',
};

const passChangeMessages: Record<PassChangedPayload['kind'], string> = {
  paused: 'Paused',
  pause_ended: 'Pause ended',
  credits_moved: 'Sessions moved',
};

export const passTemplates: Record<string, Template> = {
  class_booked: (payload, siteUrl) => {
    const booked = v.parse(ClassBookedPayload, payload);
    const [first, ...more] = booked.classes.map((one) => whoAndWhere(one.children, one));
    const calendar = bookedFile(booked, siteUrl);
    return {
      subject: `${booked.left_places.length > 0 ? say`Moved` : say`Booked`}: ${first}${more.length > 0 ? say` and ${more.length} more` : ''}`,
      body: createElement(ClassBooked, { booked, siteUrl, hasFile: calendar !== null }),
      calendar,
    };
  },
  class_cancelled: (payload, siteUrl) => {
    const cancelled = v.parse(ClassCancelledPayload, payload);
    const [left] = cancelled.left_places;
    const name = plainName(left.child_name);
    const calendar = cancelledFile(cancelled, siteUrl);
    return {
      subject: say`Cancelled: ${whoAndWhere(name === null ? [] : [name], left)}`,
      body: createElement(ClassCancelled, {
        cancelled,
        url: linkOf(cancelled, siteUrl),
        hasFile: calendar !== null,
      }),
      calendar,
    };
  },
  renewal_changed: (payload, siteUrl) => {
    const renewal = v.parse(RenewalChangedPayload, payload);
    return {
      subject: `${renewalMessages[renewal.kind]}: ${whosePass(renewal)}`,
      body: createElement(RenewalChanged, { renewal, url: linkOf(renewal, siteUrl), siteUrl }),
    };
  },
  pass_changed: (payload, siteUrl) => {
    const change = v.parse(PassChangedPayload, payload);
    const calendar = change.kind === 'paused' ? cancelledFile(change, siteUrl) : null;
    return {
      subject: `${passChangeMessages[change.kind]}: ${whosePass(change)}`,
      body: createElement(PassChanged, {
        change,
        url: linkOf(change, siteUrl),
        hasFile: calendar !== null,
      }),
      calendar,
    };
  },
  renewal_paid: (payload, siteUrl) => {
    const order = v.parse(MailOrder, payload);
    return {
      subject: say`Renewed: ${whoAndWhere(namesOf(order.lines), {}, order.lines.map(({ title }) => title).join(', '))} (${order.number})`,
      body: createElement(RenewalPaid, { order, url: linkOf(order, siteUrl) }),
    };
  },
  payment_problem: (payload, siteUrl) => {
    const problem = v.parse(PaymentProblemPayload, payload);
    return {
      subject: say`We could not renew ${whosePass(problem)}`,
      body: createElement(PaymentProblem, { problem, url: linkOf(problem, siteUrl), siteUrl }),
    };
  },
  pass_expiring: (payload, siteUrl) => {
    const pass = v.parse(PassExpiringPayload, payload);
    return {
      subject: say`${formatSessions(pass.credits)} left on ${whosePass(pass)}, until ${formatDate(pass.valid_until, { year: false })}`,
      body: createElement(PassExpiring, { pass, url: linkOf(pass, siteUrl) }),
    };
  },
  session_reminder: (payload, siteUrl) => {
    const reminder = v.parse(SessionReminderPayload, payload);
    return {
      subject: say`See you tomorrow: ${reminderTitle(reminder)}`,
      body: createElement(SessionReminder, { reminder, url: linkOf(reminder, siteUrl) }),
    };
  },
};

function reminderTitle({ children, session, camp }: SessionReminderPayload): string {
  if (session)
    return [joinNames(children), placeName({ session }), formatTime(session.session_time)]
      .filter(Boolean)
      .join(', ');
  if (camp) return whoAndWhere(children, { camp });
  throw new Error('a reminder of nothing');
}
