import { setTimeout } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

interface SenderOptions {
  /** Milliseconds before the second attempt. The delay doubles each time. */
  firstRetryMs: number;
  maxAttempts: number;
}

/** Delivers a provider's webhooks in order. Each is repeated until it is accepted or the attempts run out. */
export function createWebhookSender({ firstRetryMs, maxAttempts: mostAttempts }: SenderOptions) {
  const stopping = new AbortController();
  let queue: Promise<void> = Promise.resolve();
  async function send(url: string, body: string, headersOf: () => Record<string, string>): Promise<void> {
    for (let attempt = 0; attempt < mostAttempts && !stopping.signal.aborted; attempt += 1) {
      if (attempt > 0)
        await setTimeout(firstRetryMs * 2 ** (attempt - 1), undefined, { signal: stopping.signal }).catch(
          () => undefined,
        );
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const status = await fetch(url, { method: 'POST', headers: headersOf(), body, signal }).then(
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
    /** `headersOf` is called before each attempt, because a signature may contain its time. */
    post(url: string, body: string, headersOf: () => Record<string, string>): void {
      queue = queue.then(() => send(url, body, headersOf));
    },
    /** Resolves when all webhooks so far were accepted or their attempts ran out. */
    idle: () => queue,
    stop: async (): Promise<void> => {
      stopping.abort();
      await queue;
    },
  };
}
export type WebhookSender = ReturnType<typeof createWebhookSender>;
