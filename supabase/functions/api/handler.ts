import * as v from 'valibot';
import { type ApiError, apiResources, orderNumberPattern } from '../_shared/contract/read-api.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer } from '../_shared/server/http.ts';
import { requireShare } from '../_shared/server/rate.ts';

const KEY = /^Bearer (otk_[0-9a-f]{8}_[0-9a-f]{48})$/;
const METHODS = ['GET'];

const Called = v.union([
  v.object({ answer: v.unknown() }),
  v.object({
    refused: v.picklist(['unauthorized', 'rate_limited', 'not_allowed', 'invalid_input', 'order_not_found']),
  }),
]);

const statuses: Record<ApiError['code'], number> = {
  invalid_input: 400,
  unauthorized: 401,
  not_allowed: 403,
  order_not_found: 404,
  rate_limited: 429,
  unexpected: 500,
};

/** A resource of SQL's `call_api`, and its parameters. */
interface Call {
  resource: string;
  query: Record<string, string>;
}

/**
 * The read API for programs of others (docs/how-to/read-api.md). A key belongs on a server, so no browser of another
 * origin may call it, and no answer is stored.
 */
export async function handler(request: Request, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<Response> {
  if (request.method === 'OPTIONS') return refuse({ code: 'invalid_input', field: 'method' }, 405);
  const response = await answer(
    request,
    env.SITE_URL,
    async () => {
      await requireShare(db, 'api', request);
      const key = KEY.exec(request.headers.get('authorization') ?? '')?.[1];
      if (!key) return refuse({ code: 'unauthorized' });
      const call = callOf(new URL(request.url));
      if ('code' in call) return refuse(call);
      const called = v.parse(
        Called,
        await db.rpc('call_api', { p_key: key, p_resource: call.resource, p_query: call.query }),
      );
      if ('refused' in called) return refuse(refusalOf(called.refused, call));
      return Response.json(withCursor(called.answer));
    },
    METHODS,
  );
  return privately(response);
}

function callOf(url: URL): Call | ApiError {
  const [version, name = '', number, ...more] = url.pathname.replace(/^.*?\/api(\/|$)/, '').split('/');
  if (version !== 'v1' || more.length > 0 || !Object.hasOwn(apiResources, name))
    return { code: 'invalid_input', field: 'path' };
  if (number !== undefined) {
    if (name !== 'orders' || !orderNumberPattern.test(number))
      return { code: 'invalid_input', field: 'path' };
    if (url.search !== '') return { code: 'invalid_input', field: 'query' };
    return { resource: 'order', query: { number } };
  }
  const given = [...url.searchParams];
  const parsed = v.safeParse(
    apiResources[name as keyof typeof apiResources].query,
    Object.fromEntries(given),
    { abortEarly: true },
  );
  if (!parsed.success || new Set(given.map(([key]) => key)).size < given.length)
    return {
      code: 'invalid_input',
      field: parsed.issues ? (v.getDotPath(parsed.issues[0]) ?? 'query') : 'query',
    };
  const { cursor, ...rest } = parsed.output;
  if (rest.from && rest.until && !isSpan(rest.from, rest.until))
    return { code: 'invalid_input', field: 'until' };
  const query: Record<string, string> = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  if (cursor === undefined) return { resource: name, query };
  const place = readCursor(cursor);
  return place === null
    ? { code: 'invalid_input', field: 'cursor' }
    : { resource: name, query: { ...query, cursor: place } };
}

const DAY_MS = 86_400_000;
const isSpan = (from: string, until: string) => {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return days >= 0 && days <= 366;
};

const refusalOf = (code: ApiError['code'], { query }: Call): ApiError => {
  if (code === 'not_allowed') return { code, field: 'scope' };
  if (code === 'invalid_input') return { code, field: 'cursor' in query ? 'cursor' : 'from' };
  return { code };
};

/** SQL's place in a list, as letters that need no encoding in an address. */
const writeCursor = (place: string) =>
  btoa(place).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

function readCursor(cursor: string): string | null {
  try {
    const place = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    return /^[0-9-]{10}[0-9:T.Z+ -]*_[0-9a-f-]{36}$/.test(place) ? place : null;
  } catch {
    return null;
  }
}

const Page = v.looseObject({ next_cursor: v.nullable(v.string()) });
const withCursor = (body: unknown): unknown =>
  v.is(Page, body) ? { ...body, next_cursor: body.next_cursor && writeCursor(body.next_cursor) } : body;

const refuse = (error: ApiError, status = statuses[error.code]): Response =>
  privately(Response.json(error, { status, headers: status === 405 ? { allow: METHODS.join(', ') } : {} }));

/** Takes away what would let a page of another origin read the answer, and says how to go on after a refusal. */
function privately(response: Response): Response {
  for (const name of [...response.headers.keys()])
    if (name.startsWith('access-control-')) response.headers.delete(name);
  response.headers.delete('vary');
  response.headers.set('cache-control', 'no-store');
  response.headers.set('x-content-type-options', 'nosniff');
  if (response.status === 401) response.headers.set('www-authenticate', 'Bearer');
  if (response.status === 429) response.headers.set('retry-after', '60');
  return response;
}
