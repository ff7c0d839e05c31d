import type { ClientDirective } from 'astro';
import { sayFailed } from '../failed/failed.ts';
import { failedWords } from '../failed/words.ts';

/**
 * `client:asked`: at once, where the page was asked for something; with "false", where it was not; with "always", in
 * any case. What cannot be fetched, or breaks beyond its boundary, is said in the island's place.
 */
const asked: ClientDirective = (load, { value }, island) => {
  let words: string = failedWords.load;
  const fail = () => sayFailed(island, words);
  island.addEventListener('astro:hydration-error', fail);
  if (value !== 'always' && 'unasked' in document.documentElement.dataset !== (value === 'false')) return;
  // What nothing inside has caught takes the whole island away.
  addEventListener('error', () => {
    if (island.childElementCount === 0) fail();
  });
  // What cannot be fetched is told by the event: then there is nothing to bring to life.
  load()
    .then((hydrate) => {
      words = failedWords.unexpected;
      return hydrate();
    })
    .catch((error: unknown) => {
      fail();
      reportError(error);
    });
};
export default asked;
