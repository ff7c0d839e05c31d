import { type Context, Hono } from 'hono';
import { callerOf } from '../caller.ts';
import { noObject } from '../errors.ts';
import { placeIn } from '../names.ts';
import type { ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';
import { renderPicture } from '../render.ts';
import { fileResponse } from './answer.ts';
import { findAs, findPublic, findSigned } from './find.ts';

export function downloadRoutes(): Hono<StorageContext> {
  const app = new Hono<StorageContext>();
  const reader =
    (route: string, find: (c: Context<StorageContext>) => Promise<ObjectRow>) =>
    async (c: Context<StorageContext>) => {
      const row = await find(c);
      return route.startsWith('/render') ? render(c, row, c.req.query()) : send(c, row);
    };
  for (const route of ['/object/public', '/render/image/public'])
    app.get(
      `${route}/*`,
      reader(route, (c) => findPublic(c, placeIn(c.req.path, route))),
    );
  app.get('/object/sign/*', async (c) => {
    const place = placeIn(c.req.path, '/object/sign');
    await c.env.signer.open(c.req.query('token'), `${place.bucket}/${place.key}`, 'download');
    return send(c, await findSigned(c, place));
  });
  app.get('/render/image/sign/*', async (c) => {
    const place = placeIn(c.req.path, '/render/image/sign');
    const { transform } = await c.env.signer.open(
      c.req.query('token'),
      `${place.bucket}/${place.key}`,
      'download',
    );
    return render(c, await findSigned(c, place), transform ?? {});
  });
  app.get('/object/info/public/*', async (c) =>
    c.json(infoOf(await findPublic(c, placeIn(c.req.path, '/object/info/public')))),
  );
  for (const route of ['/object/info/authenticated', '/object/info'])
    app.get(`${route}/*`, async (c) => {
      const operation = 'object.get_authenticated_info';
      return c.json(infoOf(await findAs(c, await callerOf(c), operation, placeIn(c.req.path, route))));
    });
  for (const route of ['/object/authenticated', '/render/image/authenticated', '/object'])
    app.get(
      `${route}/*`,
      reader(route, async (c) => {
        const operation = route.startsWith('/render')
          ? 'storage.render.image_authenticated'
          : 'storage.object.get_authenticated';
        return findAs(c, await callerOf(c), operation, placeIn(c.req.path, route));
      }),
    );
  return app;
}

async function send(c: Context<StorageContext>, row: ObjectRow): Promise<Response> {
  const bytes = await c.env.files.read(row.version);
  if (!bytes) throw noObject();
  return fileResponse(c, row, bytes, row.metadata.mimetype, row.metadata.eTag);
}

async function render(
  c: Context<StorageContext>,
  row: ObjectRow,
  options: Record<string, unknown>,
): Promise<Response> {
  const bytes = await c.env.files.read(row.version);
  if (!bytes) throw noObject();
  const { picture, mimetype } = await renderPicture(bytes, options, c.req.header('accept') ?? '');
  return fileResponse(c, row, picture, mimetype);
}

function infoOf({ id, name, version, bucket_id, metadata, user_metadata, created_at }: ObjectRow) {
  return {
    id,
    name,
    version,
    bucket_id,
    created_at,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    last_modified: metadata.lastModified,
    metadata: user_metadata,
  };
}
