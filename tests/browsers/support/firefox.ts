import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Engine, keysOf, type Options, phone, pressAt, until } from './engine.ts';
import { stop } from './webkit.ts';

interface Answer {
  id?: number;
  type?: string;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

export async function startFirefox({ proxyPort, dir }: Options): Promise<Engine> {
  const preferences = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': proxyPort,
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.failover_direct': false,
    'browser.download.folderList': 2,
    'browser.download.dir': dir,
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
  };
  writeFileSync(
    path.join(dir, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n'),
  );
  const browser = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', dir, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: dir } },
  );
  const socket = new WebSocket(`${await addressIn(browser.stderr)}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error}: ${message ?? ''}`);
    return result ?? {};
  };
  await send('session.new', { capabilities: {} });
  const tabs = async () =>
    ((await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }).contexts;
  let context = (await tabs())[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: phone });
  const perform = (actions: object) => send('input.performActions', { context, actions: [actions] });
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async run<T>(body: string, ...args: unknown[]) {
      // The answer is sent as JSON text, because the protocol's own form of values is not JSON.
      const text = `JSON.stringify((function () { ${body} }).apply(null, ${JSON.stringify(args)})) ?? 'null'`;
      const answer = await send('script.evaluate', {
        expression: text,
        target: { context },
        awaitPromise: false,
      });
      const { result, exceptionDetails } = answer as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (!result) throw new Error(exceptionDetails?.text ?? 'The page did not answer');
      return JSON.parse(result.value) as T;
    },
    press: async (x, y) => void (await perform(pressAt(x, y))),
    type: async (text) => void (await perform(keysOf(text))),
    goBack: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    async switchToNewTab() {
      const opened = await until(async () => {
        const other = (await tabs()).find((one) => one.context !== context);
        if (!other) throw new Error('No new tab');
        return other;
      });
      ({ context } = opened);
      await send('browsingContext.activate', { context });
      await send('browsingContext.setViewport', { context, viewport: phone });
    },
    async close() {
      socket.close();
      await stop(browser);
    },
  };
}

/** Firefox prints the address of its protocol once it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error(`Firefox did not start: ${text}`);
}
