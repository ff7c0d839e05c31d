import { prefetch } from './prefetch.ts';
import { fetchOptions, requestKey, type RequestSettings } from './request.ts';

/**
 * The settings for the calls that an inline script (`data-prefetch`) makes before the page's other scripts have
 * loaded.
 */
export interface PrefetchSettings {
  key: string;
  urls: readonly string[];
  timeoutMs: number;
}

export const prefetchCall = (
  url: string,
  settings: RequestSettings & { body?: string | undefined },
): Promise<Response> => prefetch(requestKey(url, settings.body, settings.token), url, fetchOptions(settings));

export function prefetchCalls({ urls, ...settings }: PrefetchSettings): void {
  for (const url of urls)
    void prefetchCall(url, { ...settings, ...(url.includes('/rpc/') && { body: '{}' }) });
}

export const readSettings = (): unknown => JSON.parse(document.currentScript?.dataset['prefetch'] ?? '');
