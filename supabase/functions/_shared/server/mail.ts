import * as v from 'valibot';
import { toBase64 } from './hmac.ts';

/**
 * Mails are sent without Resend's library, which would bring a parser of received mails and React's server into each
 * function.
 */
const API = 'https://api.resend.com';
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

/**
 * Thrown when the mail service accepts no more mails for now. This mail was not tried, and may be sent after so many
 * seconds.
 */
export class TooManyMails extends Error {
  readonly seconds: number;

  constructor(words: string, seconds: number) {
    super(words);
    this.seconds = seconds;
  }
}

/**
 * The pauses in seconds if a refusal names no time. `rate` means too many mails in a second. `quota` means too many in
 * a day or month, where another attempt is made every ten minutes.
 */
const PAUSE_SECONDS = { rate: 1, quota: 600 };

export interface Mailer {
  /** Resolves when the mail is accepted, and rejects with `TooManyMails` if a pause is needed. */
  send: (mail: Mail) => Promise<void>;
}

export function createMailer(env: {
  RESEND_API_KEY: string;
  RESEND_BASE_URL?: string | undefined;
  MAIL_FROM: string;
}): Mailer {
  const url = `${env.RESEND_BASE_URL ?? API}/emails`;
  return {
    async send({ id, key, attachments, ...mail }) {
      const response = await post(url, {
        headers: {
          authorization: `Bearer ${env.RESEND_API_KEY}`,
          'content-type': 'application/json',
          'idempotency-key': key,
          // Resend refuses calls that do not say what sends them.
          'user-agent': 'site-functions/1.0',
        },
        body: JSON.stringify({
          ...mail,
          from: env.MAIL_FROM,
          tags: [{ name: MAIL_TAG, value: id }],
          attachments: attachments.map(({ filename, content, contentType }) => ({
            filename,
            content: toBase64(new TextEncoder().encode(content)),
            content_type: contentType,
          })),
        }),
      });
      const body = await response.text();
      if (response.ok) return;
      const { name, message } = v.parse(Refusal, body);
      // The same key was used with another body, so an earlier release has already sent this mail with its own text.
      if (name === 'invalid_idempotent_request') return;
      const words = `${name}: ${message}`;
      if (response.status !== 429) throw new Error(words);
      const pause = name === 'rate_limit_exceeded' ? PAUSE_SECONDS.rate : PAUSE_SECONDS.quota;
      throw new TooManyMails(words, secondsOf(response.headers.get('retry-after')) ?? pause);
    },
  };
}

const Refused = v.object({ name: v.string(), message: v.string() });
/** The service's refusal. A gateway in front of the service may answer with something other than the service's JSON. */
const Refusal = v.fallback(v.pipe(v.string(), v.parseJson(), Refused), {
  name: 'application_error',
  message: 'the answer is not JSON',
});

async function post(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, method: 'POST', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new Error(`application_error: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

export function secondsOf(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(1, Math.ceil(seconds));
}
