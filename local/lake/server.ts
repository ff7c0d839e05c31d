import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Running } from '../service.ts';
import { assetRoutes, uploadRoutes } from './assets.ts';
import { dataRoutes } from './data-routes.ts';
import { deliverWebhooks } from './deliveries.ts';
import { apiError } from './errors.ts';
import { historyRoutes } from './history.ts';
import { answerError, guard, type LakeEnv } from './http.ts';
import { identityRoutes, Sessions } from './identity.ts';
import { Lake } from './lake.ts';
import { listenRoutes } from './listen.ts';
import { projectRoutes } from './project.ts';
import { attachSockets } from './sockets.ts';
import { webhookOutbox, type WebhookOptions } from './webhook.ts';

export interface LakeServerOptions {
  port: number;
  dir: string;
  projectId: string;
  dataset: string;
  writeToken: string;
  readToken?: string | undefined;
  closed?: boolean | undefined;
  webhook?: WebhookOptions | undefined;
  historyLimit?: number | undefined;
  log?: (line: string) => void;
}

export interface RunningLake extends Running {
  isEmpty(): boolean;
  startWebhook(webhook: WebhookOptions): void;
}

/** Serves the Content Lake of one project and dataset on 127.0.0.1, for the stock Studio and stock clients. */
export async function startLake(options: LakeServerOptions): Promise<RunningLake> {
  const log = options.log ?? (() => undefined);
  const app = new Hono<LakeEnv>();
  const opened = Promise.withResolvers<true>();
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    (request, response) => void opened.promise.then(() => answer(request, response)),
  );
  // The bound port also keeps a second process out, so it is bound before any file is opened.
  const url = await bind(server, options.port);
  const lake = await Lake.open(options);
  const sessions = new Sessions(options.dir, options);
  let stopWebhook: (() => Promise<void>) | undefined;
  const startWebhook = (webhook: WebhookOptions) => {
    lake.useOutbox(webhookOutbox(webhook));
    stopWebhook = deliverWebhooks(lake, webhook, options, log);
  };
  addRoutes(app, lake, sessions, { ...options, url, log });
  const sockets = attachSockets(server, app.fetch);
  if (options.webhook) startWebhook(options.webhook);
  opened.resolve(true);
  return {
    url,
    isEmpty: () => lake.state.documents.size === 0,
    startWebhook,
    stop: async () => {
      sockets.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await stopWebhook?.();
      await closed;
      await lake.close();
    },
  };
}

const withDataset = [
  '/data/:call{query|doc|mutate|actions|export|listen|history|references}/:dataset/*',
  '/data/live/events/:dataset',
  '/assets/:kind{images|files}/:dataset',
] as const;

type Served = LakeServerOptions & { url: string; log: (line: string) => void };

function addRoutes(app: Hono<LakeEnv>, lake: Lake, sessions: Sessions, options: Served): void {
  const { dir, projectId, dataset, url, log } = options;
  const assets = { dir: path.join(dir, 'files'), projectId, url };
  app.onError((error, c) => answerError(error, c, log));
  app.use(guard());
  app.use(async (c, next) => {
    // A browser with an outdated token must still be able to sign in again.
    const signingIn = /^\/v[^/]+\/auth\/(fetch|login|logout|providers)/.test(c.req.path);
    c.set('user', signingIn ? null : sessions.userOf(c.req.header('authorization')));
    await next();
  });
  app.route('/', assetRoutes(lake, assets));

  const api = new Hono<LakeEnv>();
  for (const pattern of withDataset) {
    api.use(pattern, async (c, next) => {
      const named = c.req.param('dataset');
      if (named === dataset) return next();
      throw apiError(404, 'Not Found', `Dataset "${named}" not found for project ID "${projectId}"`);
    });
  }
  api.route('/', dataRoutes(lake));
  api.route('/', listenRoutes(lake));
  api.route('/', historyRoutes(lake));
  api.route('/', uploadRoutes(lake, assets));
  api.route('/', identityRoutes(sessions, `${url}/v1/auth/login`));
  api.route('/', projectRoutes(options));
  api.all('*', (c) => {
    log(`not built: ${c.req.method} ${c.req.path}`);
    throw apiError(404, 'Not Found', `This lake does not answer ${c.req.method} ${c.req.path}`);
  });
  app.route('/:version{v[0-9X][^/]*}', api);
}

function bind(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
