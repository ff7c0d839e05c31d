import type { ClientDirective } from 'astro';
import { sayFailed } from '../failed/failed.ts';
import { failedMessages } from '../failed/messages.ts';

/**
 * `client:asked` hydrates the island at once if the page was opened with a request, with "false" if it was not, and
 * with "always" in both cases. If its files fail to load or it breaks outside its boundary, a message replaces it.
 */
const asked: ClientDirective = (load, { value }, island) => {
  let words: string = failedMessages.load;
  const fail = () => sayFailed(island, words);
  island.addEventListener('astro:hydration-error', fail);
  if (value !== 'always' && 'unasked' in document.documentElement.dataset !== (value === 'false')) return;
  // React removes the whole island after an error that no boundary caught.
  addEventListener('error', () => {
    if (island.childElementCount === 0) fail();
  });
  // Astro reports a failed import through the event above, so nothing is left to hydrate here.
  load()
    .then((hydrate) => {
      words = failedMessages.unexpected;
      return hydrate();
    })
    .catch((error: unknown) => {
      fail();
      reportError(error);
    });
};
export default asked;
