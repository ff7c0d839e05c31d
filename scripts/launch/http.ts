import type { Context } from './context.ts';

const TIMEOUT_MS = 120_000;

export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  json?: unknown;
  form?: FormData;
}

/** Calls an API and returns its JSON. Fails with the message of the service, and never quotes the body of the call. */
export async function call(
  context: Context,
  url: string,
  { method = 'GET', headers = {}, json, form }: Call = {},
): Promise<unknown> {
  const response = await context.fetch(url, {
    method,
    headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok) {
    const { host, pathname } = new URL(url);
    throw new HttpError(
      response.status,
      `${method} ${host}${pathname} answered ${response.status}: ${text.slice(0, 400)}`,
    );
  }
  return text === '' ? null : (JSON.parse(text) as unknown);
}
