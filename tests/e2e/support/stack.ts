import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { root } from '#local/environment.ts';

export interface TestStack {
  process: ChildProcess;
  environment: Record<string, string>;
  output(): string;
  stop(): Promise<void>;
}

/** Uses other ports than `npm start`, so that tests can run at the same time. */
export function testPorts(offset: number): Record<string, string> {
  const standard = {
    SITE_PORT: 4321,
    API_PORT: 54_321,
    DATABASE_PORT: 54_322,
    FUNCTIONS_PORT: 54_323,
    STUDIO_PORT: 3333,
    PREVIEW_PORT: 4322,
    LAKE_PORT: 4900,
    PAYMENTS_PORT: 4600,
    MAIL_PORT: 4601,
    // The advertising service, in tests that simulate it.
    META_PORT: 4602,
  };
  return Object.fromEntries(Object.entries(standard).map(([name, port]) => [name, String(port + offset)]));
}

/** `E2E_LANE` (1 to 4) lets several runs use separate stacks at the same time. */
export const lane = Number(process.env['E2E_LANE'] ?? '1');
export const laneDir = path.join(root, '.local', lane === 1 ? 'e2e' : `e2e-${lane}`);
export const lanePorts = testPorts(11_000 - lane * 1_000);

/**
 * Returns the next Wednesday, 10 am in Singapore: the whole coming weekend is in the future, whenever the tests run.
 */
export function midweek(now = Temporal.Now.zonedDateTimeISO('Asia/Singapore')): string {
  const days = (3 - now.dayOfWeek + 7) % 7 || 7;
  return now
    .add({ days })
    .with({ hour: 10, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
    .toInstant()
    .toString();
}

/** Starts the real stack like `npm start` and waits until everything is up. */
export async function startTestStack(env: Record<string, string>): Promise<TestStack> {
  let output = '';
  const child = fork(path.join(root, 'local/stack.ts'), {
    cwd: root,
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const environment = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (message: { environment: Record<string, string> }) => resolve(message.environment));
    child.once('exit', (code) => reject(new Error(`The stack did not start (code ${code}).\n${output}`)));
  });
  return {
    process: child,
    environment,
    output: () => output,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
    },
  };
}
