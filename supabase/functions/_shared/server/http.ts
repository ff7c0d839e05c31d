import * as v from 'valibot';
import type { ErrorCode, PricedCode, Refusal } from '../contract/errors.ts';
import { isTooDeep } from './json-depth.ts';
import { logFault, writeLog } from './log.ts';
import { RefusalError, statusOf } from './refusal.ts';
import { inScope, REQUEST_ID } from './request-scope.ts';

/** The longest body. A form with a child's name and a parent's number has only a few hundred bytes. */
const BODY_LIMIT = 16 * 1024;
const NULL_ESCAPE = /(?<!\\)(?:\\\\)*\\u0000/;

class TooLarge extends Error {}

/** Answers a refusal with its status, and any other error with 500 and no details. */
export function answer(
  request: Request,
  siteUrl: string,
  work: () => Promise<unknown>,
  methods: readonly string[] = ['POST'],
): Promise<Response> {
  const cors = corsHeaders(siteUrl);
  if (request.method === 'OPTIONS')
    return Promise.resolve(new Response(null, { status: 204, headers: cors }));
  return inScope(request, async ({ requestId }) => {
    const began = performance.now();
    const response = await respond(request, cors, work, methods);
    response.headers.set(REQUEST_ID, requestId);
    writeLog('info', 'request', {
      method: request.method,
      status: response.status,
      ms: Math.round(performance.now() - began),
    });
    return response;
  });
}

async function respond(
  request: Request,
  cors: Record<string, string>,
  work: () => Promise<unknown>,
  methods: readonly string[],
): Promise<Response> {
  if (!methods.includes(request.method)) {
    return Response.json({ code: 'invalid_input', field: 'method' } satisfies Refusal, {
      status: 405,
      headers: { ...cors, allow: methods.join(', ') },
    });
  }
  try {
    const result = await work();
    if (result instanceof Response) return result;
    return Response.json(result, { headers: { ...cors, 'cache-control': 'no-store' } });
  } catch (error) {
    if (error instanceof TooLarge) {
      return Response.json({ code: 'invalid_input', field: 'body' } satisfies Refusal, {
        status: 413,
        headers: cors,
      });
    }
    if (error instanceof RefusalError) {
      return Response.json(error.refusal, { status: statusOf(error.refusal.code), headers: cors });
    }
    logFault('call', error);
    return Response.json({ code: 'unexpected' } satisfies Refusal, { status: 500, headers: cors });
  }
}

function corsHeaders(siteUrl: string): Record<string, string> {
  return {
    'access-control-allow-origin': new URL(siteUrl).origin,
    'access-control-allow-headers': `authorization, apikey, content-type, x-client-info, ${REQUEST_ID}`,
    'access-control-expose-headers': REQUEST_ID,
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-max-age': '3600',
    vary: 'origin',
  };
}

/**
 * Reads a JSON body. The content type is not checked, because a page that is being closed can only send plain text.
 * Fails with `invalid_input`.
 */
export async function readJson<T extends v.GenericSchema>(
  request: Request,
  schema: T,
  limit = BODY_LIMIT,
): Promise<v.InferOutput<T>> {
  const text = await readText(request, limit);
  if (isTooDeep(text)) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RefusalError({ code: 'invalid_input', field: 'body' });
  }
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (!parsed.success) throw new RefusalError({ code: 'invalid_input', field: fieldOf(parsed.issues[0]) });
  // Postgres cannot store a null character, and its error would log the text around it, such as a child's name.
  if (NULL_ESCAPE.test(text)) throw new RefusalError({ code: 'invalid_input', field: 'body' });
  return parsed.output;
}

/**
 * Reads at most `limit` bytes, even if the caller states another length. A longer body is refused with 413
 * `invalid_input`.
 */
export async function readText(request: Request, limit = BODY_LIMIT): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunksOf(request, limit)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

export async function readBytes(
  request: Request,
  limit: number,
  tooLarge: Exclude<ErrorCode, PricedCode>,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of chunksOf(request, limit)) chunks.push(chunk);
  } catch (error) {
    if (error instanceof TooLarge) throw new RefusalError({ code: tooLarge });
    throw error;
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

async function* chunksOf(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new TooLarge();
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new TooLarge();
    yield chunk;
  }
}

function fieldOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map((item) => item.key);
  if (keys[0] === 'details' && keys.length > 1) keys.shift();
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return path.replace(/^\./, '') || 'body';
}
