import { atom } from 'nanostores';
import { staffTiming } from '#config/staff.ts';

type Answer<T, Code> = { ok: true; value: T } | { ok: false; code: Code };
type Found<T, Code> =
  | { state: 'idle' | 'searching' }
  | { state: 'failed'; code: Code }
  | { state: 'found'; value: T };

/** Creates a search that starts once somebody pauses typing. An answer to an earlier text is dropped. */
export function createSearchAfterTyping<T, Code>(
  find: (text: string) => Promise<Answer<T, Code>>,
  canFind: (text: string) => boolean,
) {
  const $search = atom('');
  const $found = atom<Found<T, Code>>({ state: 'idle' });
  let searching: ReturnType<typeof setTimeout> | undefined;
  let latestSearch = 0;

  function search(text: string): void {
    $search.set(text);
    clearTimeout(searching);
    latestSearch++;
    if (!canFind(text)) $found.set({ state: 'idle' });
    else searching = setTimeout(() => void run(text.trim()), staffTiming.SEARCH_AFTER_MS);
  }
  async function run(text: string): Promise<void> {
    const request = ++latestSearch;
    $found.set({ state: 'searching' });
    const answer = await find(text);
    if (request !== latestSearch) return;
    $found.set(answer.ok ? { state: 'found', value: answer.value } : { state: 'failed', code: answer.code });
  }
  return { $search, $found, search };
}
