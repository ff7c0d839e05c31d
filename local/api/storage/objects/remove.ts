import { type Context, Hono } from 'hono';
import { jsonOf } from '../body.ts';
import { callerOf } from '../caller.ts';
import { invalid, noObject } from '../errors.ts';
import { placeIn, requireBucketName } from '../names.ts';
import type { ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';

/** As on the hosted service, one request removes at most this many files. */
const MAX_FILES = 1000;

/** Removes files that the caller's policies allow it to see and delete. Other files are left out of the answer. */
export function removeRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.delete('/:bucket', async (c) => {
    const { prefixes } = await jsonOf(c);
    if (!Array.isArray(prefixes) || prefixes.length === 0 || prefixes.length > MAX_FILES)
      throw invalid(`body/prefixes must have 1 to ${MAX_FILES} items`);
    const names = prefixes.map(String);
    return c.json(
      await remove(c, 'storage.object.delete_many', requireBucketName(c.req.param('bucket')), names),
    );
  });
  app.delete('/*', async (c) => {
    const { bucket, key } = placeIn(c.req.path, '/object');
    const removed = await remove(c, 'storage.object.delete', bucket, [key]);
    if (removed.length === 0) throw noObject();
    return c.json({ message: 'Successfully deleted' });
  });
  return app;
}

async function remove(
  c: Context<StorageContext>,
  operation: string,
  bucket: string,
  names: string[],
): Promise<ObjectRow[]> {
  const removed = await c.env.database.asCaller(await callerOf(c), operation, (query) =>
    query<ObjectRow>('delete from storage.objects where bucket_id = $1 and name = any ($2) returning *', [
      bucket,
      names,
    ]),
  );
  await c.env.files.remove(removed.map(({ version }) => version));
  return removed;
}
