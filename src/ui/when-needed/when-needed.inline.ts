import { preload } from '#browser/preload.ts';

/*
 * Inline script before an island that is only needed for a request in the address or in this browser's storage. It
 * marks the page at once if there is none, so that the island never loads, and it checks again when a visitor returns
 * to the page. If storage is blocked, the island decides. It also preloads the files of an island that will load
 * (`data-files`, build/chunks.ts) and, if a value is stored, of the component that this island will import first
 * (`data-first`).
 */
const { keys = '', files = '', first = '' } = document.currentScript?.dataset ?? {};
const hasKey = (storage: Storage) => keys.split(' ').some((key) => storage.getItem(key) !== null);

function readStored(): boolean | 'blocked' {
  try {
    return hasKey(localStorage) || hasKey(sessionStorage);
  } catch {
    return 'blocked';
  }
}

const stored = readStored();
if (stored || location.search || location.hash || history.state)
  preload(stored === true ? `${files} ${first}` : files);
else {
  document.documentElement.dataset['notNeeded'] = '';
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}
