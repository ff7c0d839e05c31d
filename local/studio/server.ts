import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Running } from '../service.ts';

/** Serves a built Studio on 127.0.0.1. All addresses of pages get Studio's page, because it routes in the browser. */
export async function startStudio({ port, dir }: { port: number; dir: string }): Promise<Running> {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    const hashed = c.req.path.startsWith('/static/') && c.res.ok;
    c.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    c.header('x-content-type-options', 'nosniff');
  });
  app.use(serveStatic({ root: dir }));
  app.get('/static/*', (c) => c.notFound());
  app.get('*', serveStatic({ root: dir, path: 'index.html' }));

  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
