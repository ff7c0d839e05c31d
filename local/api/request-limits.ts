import type { MiddlewareHandler } from 'hono';
import { isTooDeep } from '#server/json-depth.ts';
import { errorResponse } from './errors.ts';

/** A form with four children has a few kilobytes. */
const BODY_LIMIT = 64 * 1024;
/** Matches `\u0000` as JSON writes it. Postgres cannot store it in any text. */
const NULL_ESCAPE = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Refuses a body that is nested too deeply (400), too large (413, even if it states a smaller size)
 * or contains a null character (400), which Postgres would log with the surrounding text. The
 * server's key has no size limit, because functions write whole publications.
 */
export function limitRequests(serviceRoleKey: string): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.url.includes('%00')) return refuse(400, 'address');
    const limit = c.req.header('apikey') === serviceRoleKey ? Infinity : BODY_LIMIT;
    if (Number(c.req.header('content-length') ?? 0) > limit) return refuse(413, 'body');
    if (!c.req.raw.body) return next();
    const body = await readAtMost(c.req.raw.body, limit);
    if (body === null) return refuse(413, 'body');
    if (hasNull(body) || isTooDeep(body.toString('utf8'))) return refuse(400, 'body');
    c.req.raw = new Request(c.req.raw, { body: body as BodyInit });
    await next();
  };
}

async function readAtMost(stream: ReadableStream<Uint8Array>, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream, so the rest is not read.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hasNull(body: Uint8Array): boolean {
  return body.includes(0) || NULL_ESCAPE.test(Buffer.from(body).toString('latin1'));
}

function refuse(status: 400 | 413, field: string): Response {
  const answer = errorResponse(status, {
    code: `PT${status}`,
    message: 'invalid_input',
    details: null,
    hint: field,
  });
  // The unread rest of a body must not be read as the next request, so the connection closes.
  if (status === 413) answer.headers.set('connection', 'close');
  return answer;
}
