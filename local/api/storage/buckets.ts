import { type Context, Hono } from 'hono';
import { jsonOf } from './body.ts';
import { callerOf, ownerOf } from './caller.ts';
import { invalid, noBucket, StorageError } from './errors.ts';
import { requireBucketName } from './names.ts';
import { BUCKET, type BucketRow } from './rows.ts';
import type { StorageContext } from './context.ts';

const UNITS = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** The caller's policies on `storage.buckets` decide about `/bucket`, so usually only the server's key may use it. */
export function bucketRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.get('/', async (c) => {
    const rows = await c.env.database.asCaller(await callerOf(c), 'storage.bucket.list', (query) =>
      query<BucketRow>(`${BUCKET} order by name`),
    );
    return c.json(rows);
  });
  app.get('/:id', async (c) => {
    const [row] = await c.env.database.asCaller(await callerOf(c), 'storage.bucket.get', (query) =>
      query<BucketRow>(`${BUCKET} where id = $1`, [idOf(c)]),
    );
    if (!row) throw noBucket();
    return c.json(row);
  });
  app.post('/', async (c) => {
    const caller = await callerOf(c);
    const body = await jsonOf(c);
    const name = requireBucketName(body['name'] ?? body['id']);
    await c.env.database.asCaller(caller, 'storage.bucket.create', (query) =>
      query(
        `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
         values ($1, $2, $3::text::uuid, $3, $4, $5, $6)`,
        [
          requireBucketName(body['id'] ?? name),
          name,
          ownerOf(caller),
          body['public'] === true,
          ...limits(body),
        ],
      ),
    );
    return c.json({ name });
  });
  app.put('/:id', async (c) => {
    const caller = await callerOf(c);
    const body = await jsonOf(c);
    const [size, types] = limits(body);
    const changed = await c.env.database.asCaller(caller, 'storage.bucket.update', (query) =>
      query(
        `update storage.buckets set public = coalesce($2, public), updated_at = now(),
           file_size_limit = case when $3 then $4 else file_size_limit end,
           allowed_mime_types = case when $5 then $6 else allowed_mime_types end
         where id = $1 returning id`,
        [
          idOf(c),
          typeof body['public'] === 'boolean' ? body['public'] : null,
          ...['file_size_limit' in body, size, 'allowed_mime_types' in body, types],
        ],
      ),
    );
    if (changed.length === 0) throw noBucket();
    return c.json({ message: 'Successfully updated' });
  });
  app.post('/:id/empty', async (c) => {
    const caller = await callerOf(c);
    const { versions } = await c.env.database.asCaller(caller, 'storage.bucket.empty', async (query) => {
      if ((await query(`${BUCKET} where id = $1`, [idOf(c)])).length === 0) throw noBucket();
      const deletedObjects = await query<{ version: string }>(
        'delete from storage.objects where bucket_id = $1 returning version',
        [idOf(c)],
      );
      return { versions: deletedObjects.map(({ version }) => version) };
    });
    await c.env.files.remove(versions);
    return c.json({ message: 'Successfully emptied' });
  });
  app.delete('/:id', async (c) => {
    const caller = await callerOf(c);
    await c.env.database.asCaller(caller, 'storage.bucket.delete', async (query) => {
      const [inside] = await query('select 1 from storage.objects where bucket_id = $1 limit 1', [idOf(c)]);
      if (inside)
        throw new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty');
      const deleted = await query('delete from storage.buckets where id = $1 returning id', [idOf(c)]);
      if (deleted.length === 0) throw noBucket();
    });
    return c.json({ message: 'Successfully deleted' });
  });
  return app;
}

const idOf = (c: Context<StorageContext>) => requireBucketName(c.req.param('id'));

function limits(body: Record<string, unknown>): [number | null, string[] | null] {
  const types = body['allowed_mime_types'];
  if (Array.isArray(types) && !types.every((type) => typeof type === 'string'))
    throw invalid('Invalid allowed_mime_types');
  return [bytesOf(body['file_size_limit']), Array.isArray(types) && types.length > 0 ? types : null];
}

function bytesOf(limit: unknown): number | null {
  if (limit === null || limit === undefined) return null;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit || null;
  const [, amount, unit] =
    /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(typeof limit === 'string' ? limit : '') ?? [];
  if (!amount) throw invalid('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B');
  return Math.floor(Number(amount) * UNITS[(unit ?? 'b').toLowerCase() as keyof typeof UNITS]);
}
