import { Resend } from 'resend';

const TIMEOUT_MS = 12_000;

export interface Mail {
  /** The outbox's key: the same key is delivered once, however often it is sent. */
  key: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string; contentType: string }[];
}

export interface Mailer {
  /** Resolves when the mail is accepted, now or by an earlier call with this key; rejects otherwise. */
  send: (mail: Mail) => Promise<void>;
}

export function createMailer(env: {
  RESEND_API_KEY: string;
  RESEND_BASE_URL?: string | undefined;
  MAIL_FROM: string;
}): Mailer {
  const resend = new Resend(env.RESEND_API_KEY, env.RESEND_BASE_URL ? { baseUrl: env.RESEND_BASE_URL } : {});
  return {
    async send({ key, attachments, ...mail }) {
      const { error } = await resend.emails.send(
        {
          ...mail,
          from: env.MAIL_FROM,
          attachments: attachments.map((file) => ({
            ...file,
            content: new TextEncoder().encode(file.content),
          })),
        },
        { idempotencyKey: key, signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      // Same key, other body: the mail went out with the words of the release before this one.
      if (!error || error.name === 'invalid_idempotent_request') return;
      throw new Error(`${error.name}: ${error.message}`);
    },
  };
}
