import * as v from 'valibot';
import type { Env } from './env.ts';
import { serverHeaders } from './server-key.ts';

/** The private buckets, which need the service key (people/child_photos.sql, people/pictures.sql,
 * camps/camp_photos.sql). */
export type Bucket = 'child-photos' | 'pictures' | 'camp-photos';
export interface Photos {
  put: (path: string, jpeg: Uint8Array) => Promise<void>;
  /** Returns an address for each path, or null where no object is stored. */
  sign: (paths: string[], seconds: number) => Promise<(string | null)[]>;
  remove: (paths: string[]) => Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** The largest number of addresses that one call signs. The storage refuses longer lists. */
const MAX_PATHS = 200;
const Signed = v.array(v.object({ signedURL: v.nullable(v.string()) }));

export function createPhotos({ SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY: key }: Env, bucket: Bucket): Photos {
  const storage = `${SUPABASE_URL}/storage/v1`;
  async function call(method: string, path: string, body: BodyInit, contentType: string): Promise<unknown> {
    const response = await fetch(`${storage}/object/${path}`, {
      method,
      body,
      // The storage answers a signed address with this header, so that no browser caches a child's photo.
      headers: { ...serverHeaders(key), 'content-type': contentType, 'cache-control': 'no-store' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Neither the path nor the storage's message may be logged, because they identify a child.
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
      const urls: (string | null)[] = [];
      for (let from = 0; from < paths.length; from += MAX_PATHS) {
        const some = paths.slice(from, from + MAX_PATHS);
        const answer = await callJson('POST', `sign/${bucket}`, { paths: some, expiresIn: seconds });
        urls.push(
          ...v
            .parse(Signed, answer)
            .map(({ signedURL }) => (signedURL === null ? null : storage + signedURL)),
        );
      }
      return urls;
    },
    async remove(paths) {
      if (paths.length > 0) await callJson('DELETE', bucket, { prefixes: paths });
    },
  };
}
