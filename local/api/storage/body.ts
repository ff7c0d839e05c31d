import type { Context } from 'hono';
import { invalid } from './errors.ts';
import type { StorageContext } from './context.ts';

/** The same limit as for the other two services: a request that is not a file is small. */
const JSON_LIMIT = 256 * 1024;

/** The JSON object of a request without a file. */
export async function jsonOf(c: Context<StorageContext>): Promise<Record<string, unknown>> {
  const text = await c.req.text();
  if (text === '') return {};
  if (text.length > JSON_LIMIT) throw invalid('Body too large');
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // The error below reports invalid JSON.
  }
  throw invalid('Body is not valid JSON');
}
