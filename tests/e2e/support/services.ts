/** Kills services of the local stack and waits until they run again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { portIsOpen } from '#local/ports.ts';
import { eventually, sql } from './backend.ts';
import { env } from './env.ts';

export type ServiceName = 'database' | 'api' | 'functions' | 'payments' | 'mail' | 'lake' | 'site' | 'studio';

const portOf: Record<ServiceName, string> = {
  database: 'DATABASE_PORT',
  api: 'API_PORT',
  functions: 'FUNCTIONS_PORT',
  payments: 'PAYMENTS_PORT',
  mail: 'MAIL_PORT',
  lake: 'LAKE_PORT',
  site: 'SITE_PORT',
  studio: 'STUDIO_PORT',
};

const pidOf = (part: ServiceName): number => {
  const run = JSON.parse(readFileSync(path.join(env('LOCAL_DIR'), 'run.json'), 'utf8')) as {
    parts: Record<string, number>;
  };
  const pid = run.parts[part];
  if (!pid) throw new Error(`${part} does not run`);
  return pid;
};

const killedIds = new Map<ServiceName, number>();

/** Kills a service and everything that it started, with kill -9 to its process group. */
export async function killService(part: ServiceName): Promise<void> {
  const pid = pidOf(part);
  killedIds.set(part, pid);
  process.kill(-pid, 'SIGKILL');
  await eventually(
    `the end of ${part}`,
    () => Promise.resolve(isAlive(pid)),
    (alive) => !alive,
  );
}

/** Waits until the supervisor has restarted the service under another process id. */
export async function waitForService(part: ServiceName): Promise<void> {
  await eventually(
    `${part} back`,
    async () =>
      pidOf(part) !== killedIds.get(part) &&
      (await portIsOpen(Number(env(portOf[part])))) &&
      (await serves(part)),
    (url) => url,
    60_000,
  );
}

/** A database opens its port before it has read its whole log, and refuses connections until then. */
const serves = async (part: ServiceName): Promise<boolean> =>
  part !== 'database' ||
  sql()`select 1`.then(
    () => true,
    () => false,
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
