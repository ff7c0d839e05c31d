import { createHmac, randomUUID } from 'node:crypto';
import { createWebhookSender } from '../webhook-sender.ts';
import type { Mail } from './mail.ts';

export interface WebhookOptions {
  url: string;
  secret: string;
  firstRetryMs?: number;
}

const MAX_ATTEMPTS = 8;

/**
 * As with Resend's test addresses, mails to `bounce@…` come back, and mails to `complained@…` are marked as spam.
 * The addresses may have a label.
 */
function eventsOf(address: string): string[] {
  const name = /^[^@+]*/.exec(address.replace(/^.*</, ''))?.[0]?.toLowerCase();
  if (name === 'bounce' || name === 'bounced') return ['email.bounced'];
  return name === 'complained' ? ['email.delivered', 'email.complained'] : ['email.delivered'];
}

/** Signs like Svix, which delivers Resend's events. */
export function signedHeaders(
  body: string,
  secret: string,
  id: string,
  now = Date.now(),
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  };
}

export function createReporter({ url, secret, firstRetryMs = 1000 }: WebhookOptions) {
  const poster = createWebhookSender({ firstRetryMs, maxAttempts: MAX_ATTEMPTS });
  return {
    report(mail: Mail): void {
      for (const to of mail.to)
        for (const type of eventsOf(to)) {
          const body = JSON.stringify({
            type,
            created_at: new Date().toISOString(),
            data: dataOf(mail, to, type),
          });
          const id = `msg_${randomUUID()}`;
          poster.post(url, body, () => signedHeaders(body, secret, id));
        }
    },
    idle: poster.idle,
    stop: poster.stop,
  };
}

const dataOf = (mail: Mail, to: string, type: string) => ({
  email_id: mail.id,
  message_id: `<${mail.id}@mail.local>`,
  created_at: mail.created_at,
  from: mail.from,
  to: [to],
  subject: mail.subject,
  tags: Object.fromEntries(mail.tags.map(({ name, value }) => [name, value])),
  ...(type === 'email.bounced' && {
    bounce: { type: 'Permanent', subType: 'General', message: 'There is no mailbox with this address.' },
  }),
});
