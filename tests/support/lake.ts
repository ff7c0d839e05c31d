/** Starts the local content lake for a test, with clients, webhook receivers and temporary folders. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createClient,
  type ClientConfig,
  type ListenOptions,
  type MutationEvent,
  type SanityClient,
} from '@sanity/client';
import { onTestFinished } from 'vitest';
import { startLake, type LakeServerOptions, type RunningLake } from '#local/lake/server.ts';

export const projectId = 'test';
export const dataset = 'production';
export const writeToken = 'test-write-token';
export const readToken = 'test-read-token';
export const webhookSecret = 'test-webhook-secret';

export function makeStateFolder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'lake-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function makeTemporaryFolder(prefix: string): { dir: string; remove: () => void } {
  const dir = mkdtempSync(path.join(tmpdir(), prefix));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export async function startTestLake(options: Partial<LakeServerOptions> = {}): Promise<RunningLake> {
  const dir = options.dir ?? makeStateFolder();
  const lake = await startLake({ port: 0, dir, projectId, dataset, writeToken, ...options });
  onTestFinished(() => lake.stop());
  return lake;
}

export function editorClient(lake: { url: string }, config: ClientConfig = {}): SanityClient {
  return createClient({
    projectId,
    dataset,
    token: writeToken,
    apiVersion: '2025-02-19',
    useCdn: false,
    apiHost: lake.url,
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else gives one address for all projects
    useProjectHostname: false,
    ...config,
  });
}

export const visitorClient = (lake: { url: string }, config: ClientConfig = {}) =>
  editorClient(lake, { ...config, token: undefined as unknown as string });

/** Subscribes with Sanity's client. Once it listens, it returns a list, to which each later event is added. */
export async function listenForMutations(
  client: SanityClient,
  query: string,
  options: ListenOptions = {},
): Promise<MutationEvent[]> {
  const mutations: MutationEvent[] = [];
  const welcome = Promise.withResolvers<true>();
  const events = client.listen(query, {}, { ...options, events: ['welcome', 'mutation'] });
  const subscription = events.subscribe({
    next: (event) => {
      if (event.type === 'welcome') welcome.resolve(true);
      else mutations.push(event as MutationEvent);
    },
    error: welcome.reject,
  });
  onTestFinished(() => subscription.unsubscribe());
  await welcome.promise;
  return mutations;
}

export function postToLake(
  lake: { url: string },
  call: string,
  body: object,
  token: string | null = writeToken,
): Promise<Response> {
  return fetch(`${lake.url}/v2025-02-19/data/${call}/${dataset}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
}

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

export async function startWebhookReceiver(
  answer: (received: ReceivedWebhook, earlier: number) => number = () => 200,
  port = 0,
) {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
      response.statusCode = answer(message, received.length);
      received.push(message);
      response.end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  const { port: usedPort } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${usedPort}`, port: usedPort, received, close };
}

/** Runs the lake in its own process, which can be killed. It imports the seed if its folder is empty. */
export async function startLakeProcess(
  dir: string,
  supabaseUrl: string,
): Promise<{ url: string; child: ChildProcess; kill: () => Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, '../../local/lake/main.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      LAKE_PORT: '0',
      LOCAL_DIR: dir,
      SANITY_PROJECT_ID: projectId,
      SANITY_DATASET: dataset,
      SANITY_WRITE_TOKEN: writeToken,
      SANITY_WEBHOOK_SECRET: webhookSecret,
      SUPABASE_URL: supabaseUrl,
    },
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message: { url: string }) => resolve(message.url));
    child.once('exit', (code) => reject(new Error(`The lake ended with ${code} before it was ready.`)));
  });
  return { url, child, kill };
}
