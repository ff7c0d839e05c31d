import { createElement } from 'react';
import * as v from 'valibot';
import { OrderSession, QuoteCamp } from '../../contract/places.ts';
import type { Template } from './content.ts';
import { Names } from './order.ts';
import { StaffMessage } from './StaffMessage.tsx';

const Message = v.object({
  parent_name: v.nullable(v.string()),
  kind: v.picklist(['about', 'news']),
  subject: v.string(),
  body: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  children: Names,
  waits: v.boolean(),
  token: v.optional(v.string()),
  is_test: v.optional(v.boolean(), false),
});
export type Message = v.InferOutput<typeof Message>;

/**
 * The mails of messages by staff. News is marked as such (Spam Control Act, second schedule) and says how to stop it.
 */
export const messageTemplates: Record<string, Template> = {
  message: (payload, siteUrl, functionsUrl) => {
    const message = v.parse(Message, payload);
    const { kind, subject, token } = message;
    if (kind === 'about')
      return {
        subject: testSubject(subject, message),
        body: createElement(StaffMessage, { message, stop: null }),
      };
    if (token === undefined) throw new Error('news without a way to stop them');
    return {
      subject: testSubject(`<ADV> ${subject}`, message),
      body: createElement(StaffMessage, { message, stop: `${siteUrl}/stop-news#${token}` }),
      // The mail program's own unsubscribe button (RFC 8058) calls this address without a page.
      headers: {
        'List-Unsubscribe': `<${functionsUrl}/stop-news?token=${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  },
};

const testSubject = (subject: string, { is_test }: Message) => (is_test ? `Test: ${subject}` : subject);
