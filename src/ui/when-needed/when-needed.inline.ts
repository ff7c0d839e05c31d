import { preload } from '#browser/preload.ts';

/* Marks the page if there is no request, so that the island is not loaded. If storage is blocked, the island decides.
   It also preloads the files of an island that will be loaded (`data-files`, `data-first`). */
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
