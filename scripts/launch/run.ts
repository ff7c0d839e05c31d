import { type Context, MissingKey } from './context.ts';
import { type KeyName, keyOf } from './keys.ts';
import type { Finding, Step } from './step.ts';

export interface Result extends Finding {
  step: Step;
  /** The missing key, without which the step could not be checked. */
  lacks?: KeyName;
}

/** Checks one step. An error during the check is a finding, too, because then nobody knows the state. */
async function checkStep(step: Step, context: Context): Promise<Result> {
  const unseen = (says: string): Result => ({
    step,
    state: 'unknown',
    says: context.keys.redact(says),
    parents: 'Not known until this has been checked.',
  });
  try {
    const found = await step.check(context);
    const { redact } = context.keys;
    return {
      step,
      ...found,
      says: redact(found.says),
      ...(found.fix && { fix: redact(found.fix) }),
    };
  } catch (error) {
    if (error instanceof MissingKey)
      return {
        ...unseen(error.message),
        lacks: error.key,
        fix: keyOf(error.key).made ? 'Run npm run setup' : `Run npm run setup -- --ask ${error.key}`,
      };
    return unseen(wordsOf(error));
  }
}

/** Returns the message of an error with the message of its cause, because `fetch failed` alone does not say why. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}

export async function checkAll(steps: readonly Step[], context: Context): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) results.push(await checkStep(step, context));
  return results;
}

export interface Progress {
  onChecked: (result: Result) => void;
  onStart: (step: Step) => void;
  onSkip: (step: Step) => void;
}

/**
 * For each step, checks its state, does it if it is not right, and checks again. If a step fails, the others are still
 * done, and the next run tries it again.
 */
export async function setUp(
  steps: readonly Step[],
  context: Context,
  { dryRun, progress }: { dryRun: boolean; progress: Progress },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    let result = await checkStep(step, context);
    if (result.state !== 'ok' && step.do) {
      if (dryRun) progress.onSkip(step);
      else if (!result.lacks || keyOf(result.lacks).made) {
        progress.onStart(step);
        result = await doAndCheck(step, context);
      }
    }
    progress.onChecked(result);
    results.push(result);
  }
  return results;
}

async function doAndCheck(step: Step, context: Context): Promise<Result> {
  let failure = '';
  try {
    await step.do?.(context);
  } catch (error) {
    failure = ` Setup could not do it: ${context.keys.redact(wordsOf(error))}`;
  }
  const result = await checkStep(step, context);
  return result.state === 'ok' ? result : { ...result, says: result.says + failure };
}

/** Chooses steps by their ids, and refuses an id that does not exist. */
export function chooseSteps(steps: readonly Step[], only: string | undefined): readonly Step[] {
  if (!only) return steps;
  const ids = only.split(',').map((id) => id.trim());
  const unknownIds = ids.filter((id) => !steps.some((step) => step.id === id));
  if (unknownIds.length > 0)
    throw new Error(
      `There is no step ${unknownIds.join(', ')}. Steps: ${steps.map(({ id }) => id).join(', ')}`,
    );
  return steps.filter(({ id }) => ids.includes(id));
}
