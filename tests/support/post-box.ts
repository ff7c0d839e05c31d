import type { Mail, Mailer } from '#server/mail.ts';

/** Catches mails in memory. Like at Resend, mails with the same key are delivered once. */
export function postBox(): Mailer & { delivered: Mail[]; down: boolean } {
  const keys = new Set<string>();
  return {
    delivered: [],
    down: false,
    send(mail) {
      if (this.down) return Promise.reject(new Error('application_error: unavailable'));
      if (!keys.has(mail.key)) this.delivered.push(mail);
      keys.add(mail.key);
      return Promise.resolve();
    },
  };
}
