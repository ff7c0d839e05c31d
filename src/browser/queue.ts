import { atom } from 'nanostores';

/**
 * Creates a queue that runs quick taps one after another, so that none is lost. A second tap with the same `key` is
 * ignored.
 */
export function createQueue() {
  const $pendingKeys = atom<ReadonlySet<string>>(new Set());
  let last = Promise.resolve();

  function run(key: string, work: () => Promise<void>): Promise<void> {
    if ($pendingKeys.get().has(key)) return last;
    $pendingKeys.set(new Set([...$pendingKeys.get(), key]));
    last = last
      .catch(() => undefined)
      .then(work)
      .finally(() => $pendingKeys.set(new Set([...$pendingKeys.get()].filter((pending) => pending !== key))));
    return last;
  }

  return { $pendingKeys, run };
}
