import { staffTiming } from '#config/staff.ts';

type PageAnswer<Page> = { ok: true; value: Page } | { ok: false; code: string };

/** A page was refused, so the file ends. The message is the error code. */
export class PageRefused extends Error {}

interface Options {
  signal?: AbortSignal;
  /** Called when a rate limit delays the next page, and when it continues. */
  onWait?: (waits: boolean) => void;
}

/** Returns all pages one after the other. It waits when the rate limit is reached. */
export async function* readPages<Page extends { next: string | null }>(
  read: (after: string | null) => Promise<PageAnswer<Page>>,
  { signal, onWait }: Options = {},
): AsyncGenerator<Page, void, undefined> {
  let after: string | null = null;
  let isLast = false;
  while (!isLast) {
    signal?.throwIfAborted();
    const answer: PageAnswer<Page> = await read(after);
    if (!answer.ok && answer.code !== 'rate_limited') throw new PageRefused(answer.code);
    onWait?.(!answer.ok);
    if (answer.ok) {
      yield answer.value;
      after = answer.value.next;
      isLast = after === null;
    } else await delay(staffTiming.FILE_WAIT_MS, signal);
  }
}

const delay = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('stopped'));
    });
  });
