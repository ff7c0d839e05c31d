import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { mailApi } from './api.ts';
import { ResendFailure } from './errors.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { type PhoneOptions, playPhones } from '../phones/start.ts';
import { openStore } from './store.ts';
import { testRoutes } from './test-routes.ts';
import { createReporter, type WebhookOptions } from './webhook.ts';

export interface MailOptions {
  port: number;
  dir: string;
  apiKey?: string;
  cap?: number;
  perSecond?: number;
  webhook?: WebhookOptions;
  phones?: PhoneOptions;
}

const KEPT_MAILS = 1000;

export async function startMail({
  port,
  dir,
  apiKey,
  cap = KEPT_MAILS,
  perSecond,
  webhook,
  phones,
}: MailOptions) {
  const store = openStore(dir, cap);
  const reporter = webhook && createReporter(webhook);
  const app = new Hono();
  const playedPhones = phones && playPhones(app, dir, cap, phones);
  app.route(
    '/emails',
    mailApi(store, apiKey, perSecond, (mails) => {
      for (const mail of mails) reporter?.report(mail);
    }),
  );
  app.route('/_test', testRoutes(store));
  app.route('/', inboxRoutes(store));
  app.notFound((c) =>
    c.json(new ResendFailure(404, 'not_found', 'The requested endpoint does not exist.').toJSON(), 404),
  );
  app.onError((error) => {
    if (!(error instanceof ResendFailure)) console.error('[mail]', error);
    const failure =
      error instanceof ResendFailure
        ? error
        : new ResendFailure(500, 'internal_server_error', 'An unexpected error occurred.');
    return Response.json(failure, { status: failure.status, headers: failure.headers });
  });

  const server: ServerType = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  try {
    if (!server.listening) await once(server, 'listening');
  } catch (error) {
    store.close();
    throw error;
  }
  const { port: bound } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${bound}`,
    reported: async () => {
      await reporter?.idle();
      await playedPhones?.poster.idle();
    },
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
      await reporter?.stop();
      await playedPhones?.stop();
      store.close();
    },
  };
}
