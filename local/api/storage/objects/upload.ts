import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { callerOf, ownerOf } from '../caller.ts';
import type { Query } from '../database.ts';
import { noBucket } from '../errors.ts';
import { placeIn } from '../names.ts';
import { BUCKET, type BucketRow, type FileMetadata, OBJECT, type ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';
import { type IncomingFile, incomingFile } from './incoming.ts';

export interface ObjectPath {
  bucket: string;
  key: string;
}

export function uploadRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.put('/upload/sign/*', async (c) => {
    const place = placeIn(c.req.path, '/object/upload/sign');
    const signed = await c.env.signer.open(c.req.query('token'), `${place.bucket}/${place.key}`, 'upload');
    const file = await incomingFile(c, await bucketOf(c, place));
    const id = await saveFile(c, place, file, signed.owner ?? null, signed.upsert ?? false);
    return c.json({ Id: id, Key: `${place.bucket}/${place.key}` });
  });
  const upload = async (c: Context<StorageContext>, upsert: boolean) => {
    const caller = await callerOf(c);
    const place = placeIn(c.req.path, '/object');
    const file = await incomingFile(c, await bucketOf(c, place));
    const owner = ownerOf(caller);
    const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload';
    await c.env.database.tryAs(caller, operation, (query) =>
      write(query, place, { owner, upsert, version: '1', metadata: describe(file), user: file.userMetadata }),
    );
    const id = await saveFile(c, place, file, owner, upsert);
    return c.json({ Id: id, Key: `${place.bucket}/${place.key}` });
  };
  app.post('/*', (c) => upload(c, c.req.header('x-upsert') === 'true'));
  app.put('/*', (c) => upload(c, true));
  return app;
}

export async function bucketOf(c: Context<StorageContext>, { bucket }: ObjectPath): Promise<BucketRow> {
  const [row] = await c.env.database.asService((query) =>
    query<BucketRow>(`${BUCKET} where id = $1`, [bucket]),
  );
  if (!row) throw noBucket();
  return row;
}

/** Writes the file as the service, because the policies were checked before. */
async function saveFile(
  c: Context<StorageContext>,
  path: ObjectPath,
  file: IncomingFile,
  owner: string | null,
  upsert: boolean,
): Promise<string> {
  const { database, files } = c.env;
  const version = await files.write(file.bytes);
  try {
    const { id, before } = await database.asService(async (query) => {
      const [old] = await query<ObjectRow>(`${OBJECT} for update`, [path.bucket, path.key]);
      const values = { owner, upsert, version, metadata: describe(file), user: file.userMetadata };
      return { id: await write(query, path, values), before: old?.version };
    });
    if (before) await files.remove([before]);
    return id;
  } catch (error) {
    await files.remove([version]);
    throw error;
  }
}

export interface WriteOptions {
  owner: string | null;
  upsert: boolean;
  version: string;
  metadata: FileMetadata;
  user: Record<string, unknown> | null;
}

export async function write(
  query: Query,
  { bucket, key }: ObjectPath,
  { owner, upsert, version, metadata, user }: WriteOptions,
): Promise<string> {
  const id = crypto.randomUUID();
  await query(
    `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1::text::uuid, $2, $3, $4::text::uuid, $4, $5, $6::text::jsonb, $7::text::jsonb)
     ${upsert ? OVERWRITE : ''}`,
    [id, bucket, key, owner, version, JSON.stringify(metadata), user && JSON.stringify(user)],
  );
  return id;
}

const OVERWRITE = `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
  updated_at = now(), last_accessed_at = now()`;

function describe({ bytes, mimetype, cacheControl }: IncomingFile): FileMetadata {
  return {
    eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    size: bytes.byteLength,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.byteLength,
    httpStatusCode: 200,
  };
}
