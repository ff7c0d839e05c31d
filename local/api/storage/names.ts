import { invalidKey, StorageError } from './errors.ts';

/** As on the hosted service, a name may contain only characters that S3 allows. */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;
const KEY_LENGTH_MAX = 1024;

/** Checks the name of a file. `..` is refused. */
export function requireKey(key: unknown): string {
  if (typeof key !== 'string' || !KEY.test(key) || key.length > KEY_LENGTH_MAX)
    throw invalidKey(typeof key === 'string' ? key : '');
  if (key.split('/').some((part) => part === '..' || part === '.')) throw invalidKey(key);
  return key;
}

export function requireBucketName(name: unknown): string {
  if (typeof name !== 'string' || !BUCKET.test(name))
    throw new StorageError(400, 'Invalid Input', 'Bucket name invalid');
  return name;
}

/** Returns the bucket and file name from the path after the route. */
export function placeIn(path: string, route: string): { bucket: string; key: string } {
  const placePath = path.slice(`/storage/v1${route}/`.length);
  const [bucket = '', ...parts] = placePath.split('/').map((part) => decodePart(part));
  return { bucket: requireBucketName(bucket), key: requireKey(parts.join('/')) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidKey(part);
  }
}
