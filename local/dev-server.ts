import { spawn } from 'node:child_process';
import type { Running } from './service.ts';
import { portIsOpen } from './ports.ts';

interface DevServer {
  port: number;
  cwd: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
}

export async function startDevServer({ port, cwd, args, env = {} }: DevServer): Promise<Running> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
  const died = (code: number | null) => process.exit(code ?? 1);
  child.once('exit', died);
  while (!(await portIsOpen(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.off('exit', died);
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}
