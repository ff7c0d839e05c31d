import { setTimeout } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

interface PosterOptions {
  /** Milliseconds before the second attempt. The delay doubles each time. */
  firstRetryMs: number;
  mostAttempts: number;
}

/** Posts a provider's reports one after the other. Each is repeated until it is accepted or the attempts run out. */
export function createPoster({ firstRetryMs, mostAttempts }: PosterOptions) {
  const stopping = new AbortController();
  let line: Promise<void> = Promise.resolve();
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
      line = line.then(() => send(url, body, headersOf));
    },
    /** Resolves when all reports so far were accepted or their attempts ran out. */
    idle: () => line,
    stop: async (): Promise<void> => {
      stopping.abort();
      await line;
    },
  };
}
export type Poster = ReturnType<typeof createPoster>;
