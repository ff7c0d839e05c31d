import type { Context } from 'hono';
import { invalid } from './errors.ts';
import type { StorageContext } from './context.ts';

/** Requests without a file are small, so the limit is the same as for the auth and data APIs. */
const JSON_LIMIT = 256 * 1024;

/** Returns the JSON object of a request without a file. */
export async function jsonOf(c: Context<StorageContext>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === '') return {};
  if (text.length > JSON_LIMIT) throw invalid('Body too large');
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Invalid JSON throws the error below.
  }
  throw invalid('Body is not valid JSON');
}
