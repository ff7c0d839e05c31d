import { Hono } from 'hono';
import { jsonOf } from '../body.ts';
import { callerOf, ownerOf } from '../caller.ts';
import { noObject } from '../errors.ts';
import { requireBucketName, requireKey } from '../names.ts';
import type { StorageContext } from '../context.ts';
import { findAs } from './find.ts';
import { type ObjectPath, write } from './upload.ts';

export function moveRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.post('/move', async (c) => {
    const caller = await callerOf(c);
    const { from, to } = objectPathsIn(await jsonOf(c));
    const moved = await c.env.database.asCaller(caller, 'storage.object.move', (query) =>
      query(
        `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
         where bucket_id = $1 and name = $2 returning id`,
        [from.bucket, from.key, to.bucket, to.key],
      ),
    );
    if (moved.length === 0) throw noObject();
    return c.json({ message: 'Successfully moved' });
  });
  app.post('/copy', async (c) => {
    const caller = await callerOf(c);
    const { from, to } = objectPathsIn(await jsonOf(c));
    const operation = 'storage.object.copy';
    const { version, metadata, user_metadata: user } = await findAs(c, caller, operation, from);
    const copy = await c.env.files.copy(version);
    try {
      const values = { owner: ownerOf(caller), upsert: false, version: copy, metadata, user };
      const id = await c.env.database.asCaller(caller, operation, (query) => write(query, to, values));
      return c.json({ Id: id, Key: `${to.bucket}/${to.key}` });
    } catch (error) {
      await c.env.files.remove([copy]);
      throw error;
    }
  });
  return app;
}

function objectPathsIn(body: Record<string, unknown>): { from: ObjectPath; to: ObjectPath } {
  const bucket = requireBucketName(body['bucketId']);
  return {
    from: { bucket, key: requireKey(body['sourceKey']) },
    to: {
      bucket: requireBucketName(body['destinationBucket'] ?? bucket),
      key: requireKey(body['destinationKey']),
    },
  };
}
