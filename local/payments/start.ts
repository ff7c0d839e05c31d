import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createControls, type Controls } from './controls.ts';
import { RETRY_SECONDS, type Webhook } from './webhook-queue.ts';
import { addDemoSubscription } from './demo.ts';
import { createService, type Service } from './service.ts';
import { emptyState, type State } from './state.ts';
import { openStorage } from './storage.ts';
import { startWorker } from './worker.ts';

export interface PaymentsOptions {
  secretKey: string;
  webhook?: Webhook;
  dir?: string;
  baseUrl?: string;
  now?: () => number;
  demo?: boolean;
  retryMs?: readonly number[];
}

export type Payments = Controls & { url: string; stop(): Promise<void> };

type Fetch = (request: Request) => Promise<Response>;

async function run(options: PaymentsOptions, url: string) {
  let state: State = emptyState();
  const storage = await openStorage(options.dir ? join(options.dir, 'state.json') : null, () => state);
  state = storage.found ?? state;
  if (options.demo) addDemoSubscription(state, Math.floor((options.now ?? Date.now)() / 1000));
  const stopping = new AbortController();
  const worker: { nudge?: () => void } = {};
  const service: Service = createService({
    state,
    secretKey: options.secretKey,
    ...(options.webhook && { webhook: options.webhook }),
    retryMs: options.retryMs ?? RETRY_SECONDS.map((seconds) => seconds * 1000),
    now: options.now ?? Date.now,
    baseUrl: url,
    signal: stopping.signal,
    onChange: () => worker.nudge?.(),
  });
  await storage.save();
  const work = startWorker({
    checkpoint: async () => {
      const through = service.checkpoint();
      await storage.save();
      return through;
    },
    work: async (through) => {
      const wait = await service.deliver(through);
      await storage.save();
      return wait;
    },
  });
  worker.nudge = work.nudge;

  // The state is on disk before a response is sent.
  const fetch: Fetch = async (request) => {
    const answer = await service.fetch(request);
    await storage.save();
    return answer;
  };
  return {
    fetch,
    controls: createControls((path, init) => fetch(new Request(new URL(path, url), init))),
    stop: async () => {
      work.stop();
      stopping.abort();
      await Promise.all([storage.close(), work.finished]);
    },
  };
}

export async function startPayments(options: PaymentsOptions & { port: number }): Promise<Payments> {
  const opened = Promise.withResolvers<Fetch>();
  const answer = getRequestListener(async (request) => (await opened.promise)(request), {
    overrideGlobalObjects: false,
  });
  // The bound port also keeps a second process out, so it is bound before the file is opened.
  const server = createServer((request, response) => void answer(request, response));
  const bound = await bind(server, options.port);
  const url = options.baseUrl ?? bound;
  const running = await run(options, url);
  opened.resolve(running.fetch);
  return {
    url,
    ...running.controls,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, running.stop()]);
    },
  };
}

/** Needs no port, for tests: `new Stripe(key, { httpClient: Stripe.createFetchHttpClient(payments.fetch) })`. */
export async function createPayments(options: PaymentsOptions) {
  const url = options.baseUrl ?? 'http://payments.localhost';
  const { fetch, controls, stop } = await run(options, url);
  return {
    url,
    fetch: (input: string | URL | Request, init?: RequestInit) => fetch(new Request(input, init)),
    ...controls,
    stop,
  };
}

function bind(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
