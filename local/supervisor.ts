import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { StackEnvironment } from './environment.ts';
import { clearLeftovers, forgetRun, rememberRun } from './leftovers.ts';
import { serviceGroups, type Service, serviceEnvironment, preview, studio } from './services.ts';
import { portBecomesFree } from './ports.ts';
import { PartProcess } from './process.ts';
import { loadSecrets } from './secrets.ts';

export interface Stack {
  environment: Record<string, string>;
  pids(): Record<string, number>;
  startStudio(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  dev?: boolean;
  /** If true, the content gets dates relative to today, as in an open shop (`local/demo/early-bird.ts`). */
  open?: boolean;
  say?: (line: string) => void;
}

export async function startStack(
  env: StackEnvironment,
  { dev = false, open = false, say = console.log }: Options = {},
): Promise<Stack> {
  const dir = env.LOCAL_DIR;
  mkdirSync(dir, { recursive: true });
  // Services of a killed run need a moment to release their ports. Ports of other programs are reported at once.
  await requirePorts(env, clearLeftovers(dir) ? 8_000 : 0);
  const environment = {
    ...serviceEnvironment(env, loadSecrets(dir)),
    STACK_MODE: dev ? 'dev' : 'built',
    DEMO_SHOP: open ? '1' : '0',
  };
  const running: PartProcess[] = [];
  const pids = () =>
    Object.fromEntries(running.flatMap((p) => (p.pid ? [[p.part.name, p.pid] as const] : [])));

  const start = async (part: Service) => {
    const began = performance.now();
    const child = new PartProcess(part, environment, path.join(dir, 'logs'), {
      say,
      spawned: () => rememberRun(dir, pids()),
    });
    running.push(child);
    await child.start();
    say(`  ${part.name.padEnd(10)} ready in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  const stack: Stack = {
    environment,
    pids,
    startStudio: async () => void (await Promise.all([start(preview), start(studio)])),
    async stop() {
      for (const part of running.toReversed()) await part.stop();
      forgetRun(dir);
    },
  };
  try {
    for (const group of serviceGroups) await Promise.all(group.map(start));
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return stack;
}

/** Leaves out the database, which checks its own port: it reuses a server that survived a crash. */
async function requirePorts(env: StackEnvironment, patienceMs: number): Promise<void> {
  const usedPorts: string[] = [];
  for (const { name, portVariable } of [...serviceGroups.flat(), preview, studio]) {
    if (name === 'database') continue;
    const port = Number(env[portVariable]);
    if (!(await portBecomesFree(port, patienceMs)))
      usedPorts.push(
        `  ${port} (${name}): another program uses it. Set ${portVariable} to choose another port.`,
      );
  }
  if (usedPorts.length) throw new Error(`These ports are taken:\n${usedPorts.join('\n')}`);
}
