// `npm run rehearse -- <camp> --env staging` sends 2,000 simulated parents to a camp of staging, given by its id, and
// says when it sells out, how long parents wait and what to change before the sale. `--local` starts a local stack with
// a camp of its own instead. Other options: --parents=2000, --within=60 (seconds in which all arrive), --mails=100 (how
// many join the waitlist, because each is sent a mail), --queue=900 (everybody queues, and 900 are admitted in a
// minute), --restore (only restores limits after an interrupted run).
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { readStackEnvironment } from '#local/environment.ts';
import { startStack } from '#local/supervisor.ts';
import { createVisitors } from './bench/visitors.ts';
import { realWorld } from './launch/context.ts';
import { openKeyStore } from './launch/key-store.ts';
import { restoreLimits } from './rehearse/limits.ts';
import { findCamp, rehearse } from './rehearse/rehearse.ts';
import { advice, findings } from './rehearse/report.ts';
import { localTarget, stagingTarget, type Target } from './rehearse/target.ts';
import { root } from './sources.ts';

const LOCAL_SPOTS = 20;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    env: { type: 'string' },
    local: { type: 'boolean', default: false },
    parents: { type: 'string', default: '2000' },
    within: { type: 'string', default: '60' },
    mails: { type: 'string', default: '100' },
    queue: { type: 'string' },
    restore: { type: 'boolean', default: false },
  },
});

function count(name: 'parents' | 'within' | 'mails' | 'queue', least: number): number {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < least || value > 100_000)
    throw new Error(`--${name} is a whole number from ${least} to 100000.`);
  return value;
}

async function run(target: Target, id: string, name: string): Promise<void> {
  const file = path.join(root, '.local', `rehearsal-${name}.json`);
  if (values.restore) {
    console.log(
      (await restoreLimits(target, file)) ? 'The limits are restored.' : 'No rehearsal was interrupted.',
    );
    return;
  }
  const { camp, dob } = await findCamp(target, id);
  const plan = {
    parents: count('parents', 1),
    withinSeconds: count('within', 0),
    mails: count('mails', 0),
    admitsPerMinute: values.queue === undefined ? null : count('queue', 1),
    dob,
  };
  console.log(
    `${plan.parents} parents go to ${camp.name} on ${target.name}. The limits are raised meanwhile${plan.admitsPerMinute === null ? '' : ', and everybody queues'}.`,
  );
  const { observed, notReleased } = await rehearse(target, { camp, plan, file });
  for (const line of findings(observed)) console.log(`  ${line}`);
  if (notReleased > 0)
    console.log(`  ${notReleased} spots could not be released. They lapse by themselves within the hour.`);
  const changes = advice(observed);
  console.log(changes.length > 0 ? '\nBefore the sale:' : '\nNothing has to be changed before the sale.');
  for (const line of changes) console.log(`- ${line}`);
  if (changes.length > 0) process.exitCode = 1;
}

async function runLocally(): Promise<void> {
  const dir = path.join(root, '.local', 'rehearsal');
  await rm(dir, { recursive: true, force: true });
  const stack = await startStack(readStackEnvironment({ ...process.env, LOCAL_DIR: dir }), {
    say: () => undefined,
  });
  const sql = postgres(stack.environment['DATABASE_URL'] ?? '', { max: 2, onnotice: () => undefined });
  try {
    const id = await createVisitors(stack.environment, sql).camp(LOCAL_SPOTS);
    await run(localTarget(stack.environment, sql), id, 'local');
  } finally {
    await sql.end({ timeout: 1 });
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function runInStaging(): Promise<void> {
  if (values.env !== 'staging')
    throw new Error('Say where: --env staging, or --local. Production is refused.');
  const context = {
    ...realWorld,
    environment: values.env,
    keys: openKeyStore(values.env),
    tell: () => undefined,
  } as const;
  await run(await stagingTarget(context), positionals[0] ?? '', values.env);
}

await (values.local ? runLocally() : runInStaging()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
