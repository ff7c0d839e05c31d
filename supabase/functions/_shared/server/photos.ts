import * as v from 'valibot';
import type { Env } from './env.ts';
import { serverHeaders } from './server-key.ts';

/** Private buckets, which the service key alone opens: people/child_photos.sql, people/pictures.sql. */
export type Bucket = 'child-photos' | 'pictures';
export interface Photos {
  put: (path: string, jpeg: Uint8Array) => Promise<void>;
  /** Addresses that work for so long without a key, in the order of the paths. One that is gone is a fault. */
  sign: (paths: string[], seconds: number) => Promise<string[]>;
  /** One that is gone already is no fault. */
  remove: (paths: string[]) => Promise<void>;
}

const TIMEOUT_MS = 10_000;
const Signed = v.array(v.object({ signedURL: v.string() }));

export function createPhotos({ SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY: key }: Env, bucket: Bucket): Photos {
  const storage = `${SUPABASE_URL}/storage/v1`;
  async function call(method: string, path: string, body: BodyInit, contentType: string): Promise<unknown> {
    const response = await fetch(`${storage}/object/${path}`, {
      method,
      body,
      headers: { ...serverHeaders(key), 'content-type': contentType },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Neither the path nor what the storage says of it belongs in a log: it names a child.
    if (!response.ok) throw new Error(`storage: ${method} was answered ${response.status}`);
    return await response.json();
  }
  const callJson = (method: string, path: string, body: object) =>
    call(method, path, JSON.stringify(body), 'application/json');
  return {
    async put(path, jpeg) {
      await call('POST', `${bucket}/${path}`, jpeg as Uint8Array<ArrayBuffer>, 'image/jpeg');
    },
    async sign(paths, seconds) {
      if (paths.length === 0) return [];
      const signed = v.parse(Signed, await callJson('POST', `sign/${bucket}`, { paths, expiresIn: seconds }));
      return signed.map(({ signedURL }) => storage + signedURL);
    },
    async remove(paths) {
      if (paths.length > 0) await callJson('DELETE', bucket, { prefixes: paths });
    },
  };
}
