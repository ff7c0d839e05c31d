import { createHmac } from 'node:crypto';

/** Signed as by Meta: the app's secret over the raw body. */
export const metaSignature = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Signed as by Twilio: the account's token over the address and the fields, sorted by name. */
export function twilioSignature(
  url: string,
  fields: Readonly<Record<string, string>>,
  token: string,
): string {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((all, name) => all + name + (fields[name] ?? ''), url);
  return createHmac('sha1', token).update(text).digest('base64');
}

const MOST_ATTEMPTS = 6;
const TIMEOUT_MS = 10_000;

/** Posts reports one after the other, each again until it is taken or given up. */
export function createPoster(firstRetryMs = 500) {
  const stopping = new AbortController();
  let line: Promise<void> = Promise.resolve();
  async function send(url: string, headers: Record<string, string>, body: string): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS && !stopping.signal.aborted; attempt += 1) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, firstRetryMs * 2 ** (attempt - 1)));
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const status = await fetch(url, { method: 'POST', headers, body, signal }).then(
        async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        },
        () => 0,
      );
      if (status >= 200 && status < 300) return;
    }
  }
  return {
    post(url: string, headers: Record<string, string>, body: string): void {
      line = line.then(() => send(url, headers, body));
    },
    /** Resolves when all reports so far were taken or given up. */
    idle: () => line,
    async stop(): Promise<void> {
      stopping.abort();
      await line;
    },
  };
}
export type Poster = ReturnType<typeof createPoster>;
