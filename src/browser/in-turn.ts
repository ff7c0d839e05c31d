import { atom } from 'nanostores';

/**
 * Runs quick taps one after another in their order, so that none is lost while the previous one is being sent. A
 * second tap with the same `key` before the first has finished is ignored.
 */
export function createTurns() {
  const $waiting = atom<ReadonlySet<string>>(new Set());
  let turn = Promise.resolve();

  function take(key: string, work: () => Promise<void>): Promise<void> {
    if ($waiting.get().has(key)) return turn;
    $waiting.set(new Set([...$waiting.get(), key]));
    turn = turn
      .catch(() => undefined)
      .then(work)
      .finally(() => $waiting.set(new Set([...$waiting.get()].filter((one) => one !== key))));
    return turn;
  }

  return { $waiting, take };
}
