import { fetchOptions, requestKey, type RequestSettings } from './request.ts';

/** The requests that a page sends before its scripts have loaded, as the inline script reads them (`data-ask`). */
export interface EarlyRequests {
  key: string;
  /** Reads, and functions without arguments. */
  urls: readonly string[];
  timeoutMs: number;
}

declare global {
  interface Window {
    /** Pending answers by `requestKey`. */
    askedEarly?: Partial<Record<string, Promise<Response>>>;
  }
}

/** Sends a request from an inline script; the page's own call takes the answer (api/early.ts). */
export function sendEarly(
  url: string,
  settings: RequestSettings & { body?: string | undefined },
): Promise<Response> {
  const answer = fetch(url, fetchOptions(settings));
  // A failed request is repeated by the code that uses it.
  answer.catch(() => undefined);
  (window.askedEarly ??= {})[requestKey(url, settings.body, settings.token)] = answer;
  return answer;
}

export function sendAllEarly({ urls, ...settings }: EarlyRequests): void {
  for (const url of urls) void sendEarly(url, { ...settings, ...(url.includes('/rpc/') && { body: '{}' }) });
}

/** The settings of the inline script that runs now. */
export const readSettings = (): unknown => JSON.parse(document.currentScript?.dataset['ask'] ?? '');
