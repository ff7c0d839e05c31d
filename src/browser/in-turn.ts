import { atom } from 'nanostores';

/**
 * What is tapped quickly, one after the other: done in that order, so that no tap is lost while the one before is on
 * its way. The same (`key`) tapped again before it is done counts once.
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
