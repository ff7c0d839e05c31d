import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../environment.ts';
import type { Running } from '../part.ts';
import { portIsOpen } from '../ports.ts';

/** Hot reload: `astro dev` in the foreground (`--ignore-lock` keeps it there). */
export async function startDevServer(port: number): Promise<Running> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules/astro/bin/astro.mjs'),
      'dev',
      '--port',
      String(port),
      '--host',
      '127.0.0.1',
      '--ignore-lock',
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, SANITY_PREVIEW: '' } },
  );
  child.once('exit', (code) => process.exit(code ?? 1));
  while (!(await portIsOpen(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
