import { Hono } from 'hono';
import { jsonOf } from '../body.ts';
import { callerOf, ownerOf } from '../caller.ts';
import { invalid } from '../errors.ts';
import { placeIn, requireBucketName, requireKey } from '../names.ts';
import { transformOf } from '../render.ts';
import { OBJECT, type ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';
import { findAs } from './find.ts';
import { bucketOf, write } from './upload.ts';

/** As on the hosted service, a signed address accepts an upload for this long. */
const UPLOAD_SECONDS = 7200;

/** Signed addresses: a caller who may read or write a file passes that right on for a limited time. */
export function signRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  app.post('/upload/sign/*', async (c) => {
    const caller = await callerOf(c);
    const place = placeIn(c.req.path, '/object/upload/sign');
    await bucketOf(c, place);
    const [owner, upsert] = [ownerOf(caller), c.req.header('x-upsert') === 'true'];
    await c.env.database.tryAs(caller, 'storage.object.sign_upload_url', (query) =>
      write(query, place, { owner, upsert, version: '1', metadata: {} as never, user: null }),
    );
    const url = `${place.bucket}/${place.key}`;
    const token = await c.env.signer.sign({ url, use: 'upload', owner, upsert }, UPLOAD_SECONDS);
    return c.json({ url: `/object/upload/sign/${url}?token=${token}`, token });
  });
  app.post('/sign/:bucket', async (c) => {
    const caller = await callerOf(c);
    const bucket = requireBucketName(c.req.param('bucket'));
    const { expiresIn, paths } = await jsonOf(c);
    const seconds = secondsOf(expiresIn);
    if (!Array.isArray(paths) || paths.length === 0 || paths.length > 500)
      throw invalid('paths must be a list');
    const names = paths.map((path) => requireKey(path));
    const rows = await c.env.database.asCaller(caller, 'storage.object.sign_many', (query) =>
      query<ObjectRow>(OBJECT.replace('name = $2', 'name = any ($2)'), [bucket, names]),
    );
    const existingNames = new Set(rows.map(({ name }) => name));
    const signed = names.map(async (path) => {
      if (!existingNames.has(path))
        return {
          path,
          signedURL: null,
          error: 'Either the object does not exist or you do not have access to it',
        };
      const url = `${bucket}/${path}`;
      const token = await c.env.signer.sign({ url, use: 'download' }, seconds);
      return { path, signedURL: `/object/sign/${url}?token=${token}`, error: null };
    });
    return c.json(await Promise.all(signed));
  });
  app.post('/sign/*', async (c) => {
    const caller = await callerOf(c);
    const place = placeIn(c.req.path, '/object/sign');
    const { expiresIn, transform } = await jsonOf(c);
    const seconds = secondsOf(expiresIn);
    await findAs(c, caller, 'storage.object.sign', place);
    const url = `${place.bucket}/${place.key}`;
    const options =
      transform && typeof transform === 'object' ? { ...transformOf({ ...transform }) } : undefined;
    const token = await c.env.signer.sign(
      { url, use: 'download', ...(options && { transform: options }) },
      seconds,
    );
    const route = options ? '/render/image/sign' : '/object/sign';
    return c.json({ signedURL: `${route}/${url}?token=${token}` });
  });
  return app;
}

function secondsOf(expiresIn: unknown): number {
  if (typeof expiresIn !== 'number' || !Number.isInteger(expiresIn) || expiresIn < 1)
    throw invalid('body/expiresIn must be >= 1');
  return expiresIn;
}
