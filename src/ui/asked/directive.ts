import type { ClientDirective } from 'astro';
import { sayFailed } from '../failed/failed.ts';
import { failedWords } from '../failed/words.ts';

/**
 * `client:asked`: at once, where the page was asked for something; with "false", where it was not; with "always", in
 * any case. What cannot be fetched, or breaks beyond its boundary, is said in the island's place.
 */
const asked: ClientDirective = async (load, { value }, island) => {
  let words: string = failedWords.load;
  const fail = () => sayFailed(island, words);
  island.addEventListener('astro:hydration-error', fail);
  if (value !== 'always' && 'unasked' in document.documentElement.dataset !== (value === 'false')) return;
  const hydrate = await load();
  words = failedWords.unexpected;
  // What nothing inside has caught takes the whole island away.
  addEventListener('error', () => {
    if (island.childElementCount === 0) fail();
  });
  await hydrate();
};
export default asked;
