import { setTimeout as sleep } from 'node:timers/promises';

export interface MailMessage {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailSender {
  send(message: MailMessage): Promise<void>;
}

/** How often sending is tried again while the mail server limits the rate. */
const MAX_ATTEMPTS = 10;

export function resendMail(baseUrl: string, apiKey: string): MailSender {
  const post = (message: MailMessage) =>
    fetch(new URL('/emails', baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(10_000),
    });
  return {
    async send(message) {
      let answer = await post(message);
      for (let tries = 1; answer.status === 429 && tries < MAX_ATTEMPTS; tries += 1) {
        await answer.body?.cancel();
        await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
        answer = await post(message);
      }
      // The response text may contain the address, so the error does not quote it.
      if (!answer.ok) throw new Error(`The mail server answered ${answer.status}`);
    },
  };
}
