import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import { writerOf } from './data-routes.ts';
import type { DocInput } from './documents.ts';
import { writeDurably } from './durable.ts';
import { apiError } from './errors.ts';
import type { LakeEnv } from './http.ts';
import { newId } from './ids.ts';
import { describeImage, transformImage } from './images.ts';
import type { Lake } from './lake.ts';

interface AssetOptions {
  /** The folder of the files, whose names are their hashes. */
  dir: string;
  projectId: string;
  url: string;
}

export function uploadRoutes(lake: Lake, { dir, projectId, url }: AssetOptions): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  routes.post('/assets/:kind{images|files}/:dataset', async (c) => {
    const author = writerOf(c);
    const { kind, dataset } = c.req.param();
    const bytes = Buffer.from(await c.req.arrayBuffer());
    const sha = createHash('sha1').update(bytes).digest('hex');
    const filename = c.req.query('filename');
    const mimeType = c.req.header('content-type') ?? 'application/octet-stream';
    const asset = kind === 'images' ? await imageAsset(bytes, sha) : fileAsset(sha, filename, mimeType);
    const location = `${kind}/${projectId}/${dataset}/${asset.name}`;
    const document: DocInput = {
      ...asset.fields,
      assetId: sha,
      sha1hash: sha,
      size: bytes.length,
      path: location,
      url: `${url}/${location}`,
      uploadId: newId(),
      ...(filename ? { originalFilename: filename } : {}),
    };
    await mkdir(dir, { recursive: true });
    await writeDurably(path.join(dir, asset.name), bytes);
    const { results } = await lake.transact([() => [{ createIfNotExists: document }]], { author });
    return c.json({ document: results[0]?.document });
  });
  return routes;
}

/** As on the CDN, downloads are outside the versioned API: `GET /images|files/:project/:dataset/:name`. */
export function assetRoutes(lake: Lake, { dir }: AssetOptions): Hono<LakeEnv> {
  const routes = new Hono<LakeEnv>();
  routes.get('/:kind{images|files}/:project/:dataset/:name{[a-f0-9]+[a-zA-Z0-9.-]*}', async (c) => {
    const { kind, name } = c.req.param();
    const file = path.join(dir, name);
    if (name.includes('..') || !existsSync(file)) throw apiError(404, 'Not Found', 'No such asset');
    const { dl, ...query } = c.req.query();
    const document = [...lake.state.documents.values()].find((candidate) =>
      String(candidate['path']).endsWith(`/${name}`),
    );
    const source = await readFile(file);
    const asIs = kind === 'files' || Object.keys(query).length === 0 || 'json' === query['fm'];
    const served = asIs
      ? {
          bytes: source,
          type:
            typeof document?.['mimeType'] === 'string' ? document['mimeType'] : 'application/octet-stream',
        }
      : await transformImage(source, query, c.req.header('accept') ?? '');
    return c.body(new Uint8Array(served.bytes), 200, {
      'content-type': served.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      // An SVG that is opened as a page must not run scripts in this origin.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ...(dl === undefined
        ? {}
        : { 'content-disposition': `attachment; filename="${dl.replace(/[^\w.-]/g, '_') || name}"` }),
    });
  });
  return routes;
}

async function imageAsset(bytes: Buffer, sha: string) {
  const { extension, mimeType, width, height, metadata } = await describeImage(bytes);
  const size = `${width}x${height}`;
  const fields = {
    _id: `image-${sha}-${size}-${extension}`,
    _type: 'sanity.imageAsset',
    extension,
    mimeType,
    metadata,
  };
  return { name: `${sha}-${size}.${extension}`, fields };
}

function fileAsset(sha: string, filename: string | undefined, mimeType: string) {
  const extension = /\.([a-zA-Z0-9]{1,10})$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? 'bin';
  const fields = { _id: `file-${sha}-${extension}`, _type: 'sanity.fileAsset', extension, mimeType };
  return { name: `${sha}.${extension}`, fields };
}
