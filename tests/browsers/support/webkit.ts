import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { type Engine, keysOf, type Options, phone, pressAt, until } from './engine.ts';

/** Debian's folder is named after the processor. The program is the test browser of WebKitGTK. */
function findMiniBrowser(): string {
  const lib = '/usr/lib';
  const folder = readdirSync(lib).find((name) => name.endsWith('-linux-gnu')) ?? '';
  return path.join(lib, folder, 'webkit2gtk-4.1/MiniBrowser');
}

/** Starts WebKit, the engine of every browser on an iPhone, in a window on its own virtual screen. */
export async function startWebKit({ proxyPort, dir }: Options): Promise<Engine> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1000x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: dir, XDG_DOWNLOAD_DIR: dir, DISPLAY: `:${display.toString().trim()}` },
  });
  const request = async (method: string, place: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${place}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
    if (value?.error) throw new Error(`${place}: ${value.error}: ${value.message ?? ''}`);
    return value;
  };
  await until(() => request('GET', '/status'));
  const { sessionId } = (await request('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
        proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxyPort}` },
        pageLoadStrategy: 'normal',
      },
    },
  })) as { sessionId: string };
  const send = (place: string, body: object) => request('POST', `/session/${sessionId}/${place}`, body);
  await send('window/rect', phone);
  const perform = (actions: object) => send('actions', { actions: [actions] });
  return {
    open: async (address) => void (await send('url', { url: address })),
    run: async <T>(body: string, ...args: unknown[]) =>
      (await send('execute/sync', { script: body, args })) as T,
    press: async (x, y) => void (await perform(pressAt(x, y))),
    type: async (text) => void (await perform(keysOf(text))),
    goBack: async () => void (await send('back', {})),
    async switchToNewTab() {
      const read = (place: string) => request('GET', `/session/${sessionId}/${place}`);
      const current = await read('window');
      const handle = await until(async () => {
        const other = ((await read('window/handles')) as string[]).find((one) => one !== current);
        if (!other) throw new Error('No new tab');
        return other;
      });
      await send('window', { handle });
      await send('window/rect', phone);
    },
    async close() {
      await request('DELETE', `/session/${sessionId}`).catch(() => undefined);
      await stop(driver);
      await stop(screen);
    },
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
