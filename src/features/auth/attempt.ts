import { createAction } from '#ui/kit/action.ts';
import { type Failure, type Problem, problemOf, problemOfThrown } from './error-messages.ts';

/**
 * Creates `attempt`, with which forms call the sign-in service, one call at a time. A refusal or failure sets
 * `$problem`.
 */
export function createAttempt() {
  const { $busy, $outcome: $problem, run } = createAction<Problem>(problemOfThrown);

  async function attempt(call: () => Promise<Failure | null>): Promise<boolean> {
    const problem = await run(async () => {
      const failure = await call();
      return failure && problemOf(failure);
    });
    return problem === null;
  }

  const refuse = (problem: Problem | null) => $problem.set(problem);

  return { $busy, $problem, attempt, refuse };
}

export type Attempt = ReturnType<typeof createAttempt>;
