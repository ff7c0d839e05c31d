import type { Context } from '../context.ts';
import type { Finding, Step } from '../step.ts';
import { databaseSteps } from '../steps/database.ts';
import { functionSteps } from '../steps/functions.ts';
import { beginRun, readLog, type Run } from './log.ts';
import { deploySite } from './site.ts';

export interface Version {
  version: string;
  commit: string;
}

const stepOf = (steps: readonly Step[], id: string): Step => {
  const found = steps.find((step) => step.id === id);
  if (!found) throw new Error(`There is no step ${id}.`);
  return found;
};
const migrationsStep = stepOf(databaseSteps, 'migrations');
const functionsStep = stepOf(functionSteps, 'functions');

/** A migration is tried this often, because a call may hold a lock for longer than the migration waits for it. */
const LOCK_TRIES = 5;
const LOCK_PAUSE_MS = 5_000;

async function applyMigrations(context: Context): Promise<void> {
  const found = await migrationsStep.check(context);
  // If this check finds a fault, applying more migrations does not repair it.
  if (found.state === 'wrong') throw new Error(sentence(found));
  for (let tries = 1; ; tries++) {
    try {
      await migrationsStep.do?.(context);
      break;
    } catch (error) {
      const isBusy = error instanceof Error && /55P03|lock timeout/.test(error.message);
      if (!isBusy || tries === LOCK_TRIES) throw error;
      context.tell(`A table is in use; trying again (${tries} of ${LOCK_TRIES - 1}).`);
      await context.pause(LOCK_PAUSE_MS);
    }
  }
  await must(migrationsStep, context);
}

export async function deployFunctions(context: Context): Promise<void> {
  let failure = '';
  await functionsStep.do?.(context).catch((error: unknown) => (failure = ` ${String(error)}`));
  const found = await functionsStep.check(context);
  if (found.state !== 'ok') throw new Error(sentence(found) + failure);
}

async function must(step: Step, context: Context): Promise<void> {
  const found = await step.check(context);
  if (found.state !== 'ok') throw new Error(sentence(found));
}

const sentence = ({ says, fix }: Finding) => [says, fix].filter(Boolean).join(' ');

/** For each stage: what has been changed if it fails, and why that does no harm. */
const standing = {
  migrations: 'Nothing else has changed: the functions and the site are still at the previous version.',
  functions:
    'The database is at the new version, and some functions may be too. The site is still at the previous version. Parents can go ' +
    'on, because functions and pages of the previous version work with it.',
  site:
    'The database and the functions are at the new version. The site is still at the previous version. Parents can go on, because ' +
    'pages of the previous version work with them.',
};
type Stage = keyof typeof standing;

/**
 * Brings the database to this version, then the functions, then the site. Each stage first checks what is there and
 * does only what is missing, so that a failed deployment continues when it is repeated.
 */
export async function deploy(
  context: Context,
  { version, commit, takeOver = false, beatMs }: Version & { takeOver?: boolean; beatMs?: number },
): Promise<void> {
  const run = await beginRun(context, { kind: 'deploy', version, commit, takeOver, beatMs });
  const before = (await readLog(context)).find(({ is_done }) => is_done)?.version ?? 'none';
  context.tell(`Deploying ${version} (before: ${before})`);
  await stage(context, run, 'migrations', version, applyMigrations);
  await stage(context, run, 'functions', version, deployFunctions);
  await stage(context, run, 'site', version, async (watched) => {
    await run.end(await deploySite(watched, commit, () => run.at('site')));
  });
  context.tell(`${version} is deployed.`);
}

async function stage(
  context: Context,
  run: Run,
  name: Stage,
  version: string,
  work: (context: Context) => Promise<void>,
): Promise<void> {
  try {
    context.tell(`… ${name}`);
    await run.at(name);
    await run.during(work);
  } catch (error) {
    const why = context.keys.redact(error instanceof Error ? error.message : String(error));
    await run
      .fail(`${name}: ${why}`)
      .catch(() => context.tell('The log of deployments could not be written.'));
    throw new Error(
      `${version} stopped at ${name}: ${why}\n${standing[name]}\n` +
        'Run the same command again to go on, or npm run rollback to go back.',
      { cause: error },
    );
  }
}
