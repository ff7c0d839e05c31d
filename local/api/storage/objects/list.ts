import { Hono } from 'hono';
import { jsonOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import { invalid } from '../errors.ts';
import { requireBucketName } from '../names.ts';
import type { StorageContext } from '../context.ts';

const COLUMNS = ['name', 'updated_at', 'created_at', 'last_accessed_at'];
const LIMIT = 100;
const LIMIT_MAX = 10_000;

/** Lists the files and folders in a folder. `limit` and `offset` count both. */
export function listRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.post('/list/:bucket', async (c) => {
    const caller = await callerOf(c);
    const bucket = requireBucketName(c.req.param('bucket'));
    const body = await jsonOf(c);
    const { prefix = '', search = '', sortBy } = body;
    if (typeof prefix !== 'string' || typeof search !== 'string') throw invalid('body/prefix must be string');
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    const [column, order] = readSorting(sortBy);
    const rows = await c.env.database.asCaller(caller, 'storage.object.list', (query) =>
      query(listQuery(column, order), [
        ...[bucket, folder, escapeLike(search)],
        ...[readCount(body['limit'], LIMIT), readCount(body['offset'], 0)],
      ]),
    );
    return c.json(rows);
  });
  return app;
}

/** Selects the names in a folder. A name with `/` is shown as a folder, without a file's fields. */
const listQuery = (column: string, order: string) => `
  with inside as (
    select o.*, substr(o.name, length($2) + 1) as rest
    from storage.objects o
    where o.bucket_id = $1 and starts_with(o.name, $2)
  ), entries as (
    select rest as name, id, updated_at, created_at, last_accessed_at, metadata
    from inside where rest <> '' and position('/' in rest) = 0
    union all
    select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz,
      null::jsonb
    from inside where position('/' in rest) > 0
  )
  select name, id, updated_at, created_at, last_accessed_at, metadata from entries
  where name ilike $3 || '%'
  order by ${column} ${order} nulls first, name limit $4 offset $5`;

function readSorting(sortBy: unknown): [string, string] {
  const { column, order } = (sortBy ?? {}) as { column?: unknown; order?: unknown };
  const sortColumn = column === undefined || column === '' ? 'name' : column;
  if (!COLUMNS.includes(sortColumn as string))
    throw invalid('body/sortBy/column must be one of the allowed values');
  if (order !== undefined && order !== 'asc' && order !== 'desc')
    throw invalid('body/sortBy/order must be asc or desc');
  return [sortColumn as string, order ?? 'asc'];
}

function readCount(value: unknown, standard: number): number {
  if (value === undefined || value === null) return standard;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw invalid('must be >= 0');
  return Math.min(value, LIMIT_MAX);
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
