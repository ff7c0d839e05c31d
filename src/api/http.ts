import * as v from 'valibot';
import { env } from '#config/env.ts';
import * as timing from '#config/timing.ts';
import { takePrefetched } from './take-prefetched.ts';
import type { Answer, Failure } from './errors.ts';
import { fetchOptions } from '#browser/request.ts';

interface Call<Schema extends v.GenericSchema> {
  path: string;
  schema: Schema;
  readError: (status: number, body: unknown) => Failure;
  method?: 'GET' | 'POST' | 'DELETE';
  body?: unknown;
  bytes?: Blob;
  token?: string | undefined;
  timeoutMs?: number;
}

/**
 * Makes one call to the API. A network failure, a timeout and an answer that does not fit the schema are all
 * `unexpected`.
 */
export async function call<Schema extends v.GenericSchema>(
  request: Call<Schema>,
): Promise<Answer<v.InferOutput<Schema>>> {
  try {
    const url = env().PUBLIC_SUPABASE_URL + request.path;
    const text = request.body === undefined ? undefined : JSON.stringify(request.body);
    const prefetched = await takePrefetched(url, text, request.token);
    const settings = {
      key: env().PUBLIC_SUPABASE_KEY,
      method: request.method ?? 'POST',
      body: request.bytes ?? text,
      token: request.token,
      timeoutMs: request.timeoutMs ?? timing.CALL_TIMEOUT_MS,
    };
    // The id finds the call in the functions' log and in the rows that it wrote. It does not identify the user.
    const headers = request.path.startsWith('/functions/') ? { 'x-request-id': crypto.randomUUID() } : {};
    const send = () => fetch(url, fetchOptions(settings, headers));
    const read = (from: Response): Promise<unknown> => from.json().catch(() => null);
    let response = prefetched ?? (await send());
    let answer = await read(response);
    // The time limit of a prefetched request also ends the reading of its body, so the request is sent again.
    if (prefetched?.ok && answer === null) answer = await read((response = await send()));
    if (!response.ok) return request.readError(response.status, answer);
    const parsed = v.safeParse(request.schema, answer);
    return parsed.success ? { ok: true, value: parsed.output } : { ok: false, code: 'unexpected' };
  } catch {
    return { ok: false, code: 'unexpected' };
  }
}
