import type { ContentEnv } from '../env.ts';
import { readOrMake, pictureCache } from './cache.ts';

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

type Host = Pick<ContentEnv, 'SANITY_PROJECT_ID' | 'SANITY_DATASET' | 'SANITY_API_HOST'>;

/** Sanity's document id of an asset: `image-<sha1>-<width>x<height>-<extension>`. */
const assetId = /^image-([0-9a-f]{40})-(\d+x\d+)-([a-z0-9]+)$/;

export function shaOf(id: string): string | null {
  return assetId.exec(id)?.[1] ?? null;
}

/**
 * Returns the address of an asset's bytes. It is made from the id, because the stored address contains the host of the
 * upload.
 */
export function assetAddress(id: string, env: Host): string {
  const [, sha = '', size = '', extension = ''] = assetId.exec(id) ?? [];
  const host = env.SANITY_API_HOST ?? 'https://cdn.sanity.io';
  return `${host}/images/${env.SANITY_PROJECT_ID}/${env.SANITY_DATASET}/${sha}-${size}.${extension}`;
}

/**
 * Returns the uploaded bytes of an asset, which are downloaded once per machine. Rejects with the answer of the host.
 */
export function sourceOf(id: string, env: Host, dir: string = pictureCache): Promise<Buffer> {
  return readOrMake(dir, `${shaOf(id) ?? ''}.source`, () => download(assetAddress(id, env), ATTEMPTS));
}

async function download(address: string, attempts: number): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    // The host would give the same client error again, so there is no second attempt.
    if (response.status < 500) throw new SourceError(`the image host answers ${response.status}`);
    throw new Error(`the image host answers ${response.status}`);
  } catch (error) {
    if (error instanceof SourceError || attempts <= 1) throw error;
    return download(address, attempts - 1);
  }
}

class SourceError extends Error {}
