import { join } from 'node:path';
import { createEmulator } from 'emulate';
import { createControls, type Controls } from './controls.ts';
import { RETRY_SECONDS, type Webhook } from './courier.ts';
import { paymentsService } from './service.ts';
import { STATE_VERSION } from './state.ts';
import { fileStorage } from './storage.ts';
import { startWorker } from './worker.ts';

export interface PaymentsOptions {
  secretKey: string;
  /** Where events go; without it nothing is delivered. */
  webhook?: Webhook;
  /** Folder of the state; without it the double forgets all when it stops. */
  dir?: string;
  /** Where browsers reach the double, if not at its own address. */
  baseUrl?: string;
  /** Milliseconds since 1970; tests move the clock with it. */
  now?: () => number;
  /** Milliseconds between attempts at delivery; the last one repeats. */
  retryMs?: readonly number[];
}

export type Payments = Controls & { url: string; stop(): Promise<void> };

function prepare(options: PaymentsOptions) {
  const place = { url: options.baseUrl ?? '' };
  const worker: { nudge?: () => void } = {};
  const service = paymentsService({
    secretKey: options.secretKey,
    ...(options.webhook && { webhook: options.webhook }),
    retryMs: options.retryMs ?? RETRY_SECONDS.map((seconds) => seconds * 1000),
    now: options.now ?? Date.now,
    baseUrl: () => place.url,
    onChange: () => worker.nudge?.(),
  });
  const persistence = options.dir && fileStorage(join(options.dir, 'state.json'), STATE_VERSION);
  return { place, worker, emulator: { service, ...(persistence && { persistence }) } };
}

type Emulator = Pick<Awaited<ReturnType<typeof createEmulator>>, 'close'> & {
  request(path: string, init?: RequestInit): Promise<Response>;
};

/** Sets the worker going; what comes back stops both. */
function attend(emulator: Emulator, worker: { nudge?: () => void }) {
  const ask = async <T>(path: string) => {
    const answer = await emulator.request(path, { method: 'POST' });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const work = startWorker({
    checkpoint: () => ask<number>('/_work/checkpoint'),
    work: (through) => ask<number | null>(`/_work/deliver/${through}`),
  });
  worker.nudge = work.nudge;
  return {
    ...createControls((path, init) => emulator.request(path, init)),
    async stop() {
      work.stop();
      await emulator.close();
      await work.finished;
    },
  };
}

/** Listens on 127.0.0.1; port 0 lets the system choose. Rejects when the port is taken. */
export async function startPayments(options: PaymentsOptions & { port: number }): Promise<Payments> {
  const { place, worker, emulator } = prepare(options);
  const running = await createEmulator({ ...emulator, port: options.port, hostname: '127.0.0.1' });
  place.url ||= `http://127.0.0.1:${new URL(running.url).port}`;
  return { url: place.url, ...attend(running, worker) };
}

/** Without a port, for tests: `new Stripe(key, { httpClient: Stripe.createFetchHttpClient(payments.fetch) })`. */
export async function createPayments(options: PaymentsOptions) {
  const { place, worker, emulator } = prepare({ baseUrl: 'http://payments.localhost', ...options });
  const running = await createEmulator({ ...emulator, listen: false });
  return {
    url: place.url,
    fetch: (input: string | URL | Request, init?: RequestInit) => running.fetch(new Request(input, init)),
    ...attend(running, worker),
  };
}
