import { Hono } from 'hono';
import { errorResponse } from '../errors.ts';
import { Pool } from '../pool.ts';
import { postgrestTypes } from '../../database/parsers.ts';
import { bucketRoutes } from './buckets.ts';
import { StorageDatabase } from './database.ts';
import { storageErrorResponse } from './errors.ts';
import { Files } from './files.ts';
import { downloadRoutes } from './objects/download.ts';
import { listRoutes } from './objects/list.ts';
import { moveRoutes } from './objects/move.ts';
import { removeRoutes } from './objects/remove.ts';
import { signRoutes } from './objects/sign.ts';
import { uploadRoutes } from './objects/upload.ts';
import { Signer } from './tokens.ts';
import type { StorageContext, StorageKeys } from './context.ts';

interface StorageOptions extends StorageKeys {
  databaseUrl: string;
  dir: string;
}

export interface StorageService {
  fetch(request: Request): Response | Promise<Response>;
  end(): Promise<void>;
}

/**
 * Serves `/storage/v1` like the hosted service: private and public buckets, whose policies decide under the caller's
 * role.
 */
export function storageService({ databaseUrl, dir, ...keys }: StorageOptions): StorageService {
  const address = new URL(databaseUrl);
  address.username = 'supabase_storage_admin';
  address.password = 'postgres';
  const pool = new Pool(
    address.href,
    { max: 5, types: postgrestTypes, connection: { client_min_messages: 'warning' }, connect_timeout: 5 },
    () => undefined,
  );
  const bindings: StorageContext['Bindings'] = {
    database: new StorageDatabase(pool),
    files: new Files(dir),
    signer: new Signer(keys.jwtSecret),
    keys,
  };
  const app = new Hono<StorageContext>();
  app.onError(storageErrorResponse);
  app.notFound(() =>
    errorResponse(404, { statusCode: '404', error: 'Not Found', message: 'Route not found' }),
  );
  app.route('/storage/v1/bucket', bucketRoutes());
  // Routes with a fixed word must come before `/object/<bucket>/<file>`.
  app.route('/storage/v1/object', signRoutes());
  app.route('/storage/v1/object', listRoutes());
  app.route('/storage/v1/object', moveRoutes());
  app.route('/storage/v1', downloadRoutes());
  app.route('/storage/v1/object', uploadRoutes());
  app.route('/storage/v1/object', removeRoutes());
  return { fetch: (request) => app.fetch(request, bindings), end: () => pool.end() };
}
