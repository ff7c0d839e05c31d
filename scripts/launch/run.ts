import { type Context, MissingKey } from './context.ts';
import type { Finding, Step } from './step.ts';

export interface Result extends Finding {
  step: Step;
}

/** An error while looking is a finding: nobody knows then how it is. */
export async function look(step: Step, context: Context): Promise<Result> {
  const unseen = (says: string, fix?: string): Result => ({
    step,
    state: 'unknown',
    says: context.keys.redact(says),
    parents: 'Nobody can say until it has been looked at.',
    ...(fix && { fix }),
  });
  try {
    const found = await step.look(context);
    const { redact } = context.keys;
    return {
      step,
      ...found,
      says: redact(found.says),
      ...(found.fix && { fix: redact(found.fix) }),
    };
  } catch (error) {
    if (error instanceof MissingKey) return unseen(error.message, `Give ${error.key}, or run npm run setup.`);
    return unseen(error instanceof Error ? error.message : String(error));
  }
}

export async function lookAtAll(steps: readonly Step[], context: Context): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) results.push(await look(step, context));
  return results;
}

export interface Progress {
  looked: (result: Result) => void;
  doing: (step: Step) => void;
  would: (step: Step) => void;
}

/** Looks, does what is not right, and looks again, step by step. An error of a step ends the run; a new run goes on. */
export async function setUp(
  steps: readonly Step[],
  context: Context,
  { dryRun, progress }: { dryRun: boolean; progress: Progress },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    let result = await look(step, context);
    if (result.state !== 'ok' && step.do) {
      if (dryRun) progress.would(step);
      else {
        progress.doing(step);
        await step.do(context);
        result = await look(step, context);
      }
    }
    progress.looked(result);
    results.push(result);
  }
  return results;
}

/** Chooses steps by their ids, and refuses an id that does not exist. */
export function chosen(steps: readonly Step[], only: string | undefined): readonly Step[] {
  if (!only) return steps;
  const ids = only.split(',').map((id) => id.trim());
  const unknownIds = ids.filter((id) => !steps.some((step) => step.id === id));
  if (unknownIds.length > 0)
    throw new Error(
      `There is no step ${unknownIds.join(', ')}. Steps: ${steps.map(({ id }) => id).join(', ')}`,
    );
  return steps.filter(({ id }) => ids.includes(id));
}
