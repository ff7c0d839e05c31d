import type { Mail, Mailer } from '#server/mail.ts';

/** A mailer that keeps mails in memory. Mails with the same key are delivered once, as at Resend. */
export function createPostBox(): Mailer & { delivered: Mail[]; isDown: boolean } {
  const keys = new Set<string>();
  return {
    delivered: [],
    isDown: false,
    send(mail) {
      if (this.isDown) return Promise.reject(new Error('application_error: unavailable'));
      if (!keys.has(mail.key)) this.delivered.push(mail);
      keys.add(mail.key);
      return Promise.resolve();
    },
  };
}
