import type { Context } from 'hono';
import type { StorageCaller } from '../database.ts';
import { noBucket, noObject } from '../errors.ts';
import { BUCKET, type BucketRow, OBJECT, type ObjectRow } from '../rows.ts';
import type { StorageContext } from '../context.ts';
import type { ObjectPath } from './upload.ts';

/** Returns a file that the caller's policies allow. Other files are reported as missing. */
export async function findAs(
  c: Context<StorageContext>,
  caller: StorageCaller,
  operation: string,
  { bucket, key }: ObjectPath,
): Promise<ObjectRow> {
  const [row] = await c.env.database.asCaller(caller, operation, (query) =>
    query<ObjectRow>(OBJECT, [bucket, key]),
  );
  if (!row) throw noObject();
  return row;
}

export async function findSigned(
  c: Context<StorageContext>,
  { bucket, key }: ObjectPath,
): Promise<ObjectRow> {
  const [row] = await c.env.database.asService((query) => query<ObjectRow>(OBJECT, [bucket, key]));
  if (!row) throw noObject();
  return row;
}

/** Returns a file of a public bucket. Private buckets are reported as missing. */
export async function findPublic(c: Context<StorageContext>, place: ObjectPath): Promise<ObjectRow> {
  const [bucket] = await c.env.database.asService((query) =>
    query<BucketRow>(`${BUCKET} where id = $1 and public`, [place.bucket]),
  );
  if (!bucket) throw noBucket();
  return findSigned(c, place);
}
