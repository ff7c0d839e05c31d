import { atom } from 'nanostores';
import { type Failure, type Problem, problemOf, problemOfThrown } from './refusals.ts';

/** Runs one call of a form at a time: `$busy` while it runs, `$problem` after a refusal or a failure. */
export function createAttempt() {
  const $busy = atom(false);
  const $problem = atom<Problem | null>(null);

  /** True after a success; false also while another call is running. */
  async function attempt(run: () => Promise<Failure | null>): Promise<boolean> {
    if ($busy.get()) return false;
    $busy.set(true);
    $problem.set(null);
    try {
      const failure = await run();
      if (failure) $problem.set(problemOf(failure));
      return failure === null;
    } catch (error) {
      $problem.set(problemOfThrown(error));
      return false;
    } finally {
      $busy.set(false);
    }
  }

  /** Shows a problem without a call. */
  const refuse = (problem: Problem | null) => $problem.set(problem);

  return { $busy, $problem, attempt, refuse };
}

export type Attempt = ReturnType<typeof createAttempt>;
