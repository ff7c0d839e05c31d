import { Resend } from 'resend';

const TIMEOUT_MS = 12_000;

export interface Mail {
  id: string;
  /** The outbox's key. A mail with the same key is delivered once, however often it is sent. */
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string; contentType: string }[];
  headers?: Record<string, string>;
}

export const MAIL_TAG = 'mail';

/** The mail service accepts no more mails for now. This mail was not tried, and may be sent after these seconds. */
export class TooManyMails extends Error {
  readonly seconds: number;

  constructor(words: string, seconds: number) {
    super(words);
    this.seconds = seconds;
  }
}

/** The pauses if a refusal names no time: too many mails in a second, or in a day or month (retried now and then). */
const PAUSE_SECONDS = { rate: 1, quota: 600 };

export interface Mailer {
  /** Resolves when the mail is accepted; rejects with `TooManyMails` if a pause is needed. */
  send: (mail: Mail) => Promise<void>;
}

export function createMailer(env: {
  RESEND_API_KEY: string;
  RESEND_BASE_URL?: string | undefined;
  MAIL_FROM: string;
}): Mailer {
  const resend = new Resend(env.RESEND_API_KEY, env.RESEND_BASE_URL ? { baseUrl: env.RESEND_BASE_URL } : {});
  return {
    async send({ id, key, attachments, ...mail }) {
      const { error, headers } = await resend.emails.send(
        {
          ...mail,
          from: env.MAIL_FROM,
          tags: [{ name: MAIL_TAG, value: id }],
          attachments: attachments.map((file) => ({
            ...file,
            content: new TextEncoder().encode(file.content),
          })),
        },
        { idempotencyKey: key, signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      // The same key was used with another body, so an earlier release has sent the mail with its own text.
      if (!error || error.name === 'invalid_idempotent_request') return;
      const words = `${error.name}: ${error.message}`;
      if (error.statusCode !== 429) throw new Error(words);
      const pause = error.name === 'rate_limit_exceeded' ? PAUSE_SECONDS.rate : PAUSE_SECONDS.quota;
      throw new TooManyMails(words, secondsOf(headers?.['retry-after'] ?? null) ?? pause);
    },
  };
}

export function secondsOf(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(1, Math.ceil(seconds));
}
