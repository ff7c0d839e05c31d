import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { type LanguageId, languages } from '#config/languages.ts';
import type { PreviewEnvironment } from './environment.ts';

const root = path.dirname(import.meta.dirname);
/** If there is no request for this long, the site's server is stopped, because it needs some 500 MB. */
const IDLE_MS = 30 * 60_000;
const START_MS = 120_000;

interface Started {
  child: ChildProcess;
  port: number;
}

/**
 * The site's server in one language. It starts with the first request, so that a stack whose preview nobody opens does
 * not need its memory.
 */
export class PreviewedSite {
  readonly #env: PreviewEnvironment;
  readonly #language: LanguageId;
  #started: Promise<Started> | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(env: PreviewEnvironment, language: LanguageId = 'en') {
    this.#env = env;
    this.#language = language;
  }

  /**
   * Resolves with the server's port once it answers. Rejects if the server does not start. The next request then tries
   * again.
   */
  async port(): Promise<number> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    this.#started ??= this.#start();
    return (await this.#started).port;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const started = this.#started;
    this.#started = undefined;
    const child = (await started?.catch(() => undefined))?.child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  async #start(): Promise<Started> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      [
        ...[path.join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--ignore-lock'],
        ...['--port', String(port), '--host', '127.0.0.1'],
      ],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          NODE_ENV: 'development',
          SANITY_PREVIEW: '1',
          PREVIEW_SERVER: '1',
          SITE_LANGUAGE: this.#language,
          // The pages call the preview, which passes on only what may be read (api.ts).
          PUBLIC_SUPABASE_URL: this.#env.PREVIEW_URL.replace(/\/$/, ''),
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      },
    );
    const forget = () => (this.#started = undefined);
    child.once('exit', forget);
    const stopWithUs = () => child.kill('SIGKILL');
    process.once('exit', stopWithUs);
    child.once('exit', () => process.off('exit', stopWithUs));
    child.once('error', forget);
    const end = Date.now() + START_MS;
    while (!(await isAnswering(port))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
        child.kill('SIGKILL');
        forget();
        throw new Error('The site’s server for the preview did not start. Its log says why.');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // The first page takes much longer than the others, because the server prepares the packages of all of them.
    await fetch(`http://127.0.0.1:${port}${languages[this.#language].prefix}/`).then((page) => page.text());
    return { child, port };
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}
