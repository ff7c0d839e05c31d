import { atom } from 'nanostores';

/** A sentence about an action. It is shown beside the button or record. */
export interface Message {
  tone: 'calm' | 'warn' | 'bad';
  text: string;
}

/**
 * An action returns this if it leaves the page. The page then stays busy, so that nothing can be pressed before the
 * next page opens.
 */
export const leaving: unique symbol = Symbol('leaving');

type Work<Outcome> = () => Promise<Outcome | null | typeof leaving>;

/**
 * Creates an action. Only one runs at a time, so that a double press acts once. `$running` is the name of the running
 * action, for buttons that exclude each other. If `onThrow` is missing, the caller of `run` gets the exception.
 */
export function createAction<Outcome extends object = Message, Name extends string = string>(
  onThrow?: (error: unknown) => Outcome,
) {
  const $busy = atom(false);
  const $running = atom<Name | null>(null);
  const $outcome = atom<Outcome | null>(null);
  let last: (() => Promise<Outcome | null | undefined>) | undefined;

  /** Runs an action. Resolves with the outcome, or with undefined if another action is still running. */
  async function run(work: Work<Outcome>, name: Name | null = null): Promise<Outcome | null | undefined> {
    if ($busy.get()) return undefined;
    last = () => run(work, name);
    $running.set(name);
    $busy.set(true);
    $outcome.set(null);
    let outcome: Awaited<ReturnType<Work<Outcome>>> = null;
    try {
      outcome = await work();
      if (outcome !== leaving) $outcome.set(outcome);
    } catch (error) {
      if (!onThrow) throw error;
      $outcome.set(onThrow(error));
    } finally {
      if (outcome !== leaving) unlock();
    }
    return $outcome.get();
  }

  /** Ends the busy state. Call this when the browser has brought back a page that an action had left. */
  function unlock(): void {
    $busy.set(false);
    $running.set(null);
  }

  const retry = async () => last?.();

  return { $busy, $running, $outcome, run, retry, unlock };
}

export type Action<Outcome extends object = Message, Name extends string = string> = ReturnType<
  typeof createAction<Outcome, Name>
>;
