import { atom } from 'nanostores';

/** A sentence about an action, shown beside what it concerns. */
export interface Message {
  tone: 'calm' | 'warn' | 'bad';
  text: string;
}

type Work<Outcome> = () => Promise<Outcome | null>;

/**
 * Something that a person starts by a press. It runs once at a time, so that a double press acts once. `$outcome` is
 * what the last run came to, null while it runs or if there is nothing to say. `onThrow` turns an exception into an
 * outcome; without it the caller of `run` gets the exception.
 */
export function createAction<Outcome extends object = Message>(onThrow?: (error: unknown) => Outcome) {
  const $busy = atom(false);
  const $outcome = atom<Outcome | null>(null);
  let last: Work<Outcome> | undefined;

  /** Resolves with the outcome, or with undefined if another run is still busy. */
  async function run(work: Work<Outcome>): Promise<Outcome | null | undefined> {
    if ($busy.get()) return undefined;
    last = work;
    $busy.set(true);
    $outcome.set(null);
    try {
      $outcome.set(await work());
    } catch (error) {
      if (!onThrow) throw error;
      $outcome.set(onThrow(error));
    } finally {
      $busy.set(false);
    }
    return $outcome.get();
  }

  /** Runs the last work again. */
  const retry = async () => last && run(last);

  return { $busy, $outcome, run, retry };
}
