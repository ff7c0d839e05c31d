import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve, type ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { hostedLimits } from './auth/limits/limits.ts';
import { connect } from './connection.ts';
import { gateway } from './gateway.ts';
import { makeLite } from './create-lite.ts';
import type { ApiOptions } from './options.ts';
import { storageService } from './storage/service.ts';
import { type SchemaWatch, watchSchema } from './schema-cache.ts';

export interface RunningApi {
  url: string;
  stop(): Promise<void>;
}

/** README.md lists what this API does not support. It survives a restart of the database. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  let schema: SchemaWatch | undefined;
  const { lite: connection, end } = connect(options.databaseUrl, options.poolSize ?? 20, () => {
    void schema?.reconnect();
  });
  try {
    const watch = (schema = await watchSchema(connection, options.databaseUrl));
    let url = '';
    const limits = { ...hostedLimits(), ...options.limits };
    const dir = options.storageDir ?? (await mkdtemp(path.join(tmpdir(), 'storage-')));
    const storage = storageService({ ...options, dir });
    const lite = await makeLite(connection, options, limits, () => url);
    const server = await listen(
      gateway(lite, storage, {
        functionsUrl: options.functionsUrl,
        limits,
        serviceKey: options.serviceRoleKey,
        trustedHeader: options.trustedHeader,
        captchaSecret: options.captchaSecret,
        jwtSecret: options.jwtSecret,
      }),
      options.port,
    );
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stop = async () => {
      await closeServer(server);
      await watch.stop();
      await Promise.all([end(), storage.end()]);
      if (!options.storageDir) await rm(dir, { recursive: true, force: true });
    };
    return { url, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

function listen(app: Hono, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    // As at a hosted gateway, idle connections stay open for longer than clients keep them, so that no request meets a
    // connection that is being closed.
    const serverOptions = { keepAliveTimeout: 75_000 };
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1', serverOptions }, () =>
      resolve(server),
    );
    server.once('error', (error: NodeJS.ErrnoException) => {
      const portTaken = new Error(`Port ${port} is taken. Free it, or set API_PORT to another one.`);
      reject(error.code === 'EADDRINUSE' ? portTaken : error);
    });
  });
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
