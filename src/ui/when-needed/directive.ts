import type { ClientDirective } from 'astro';
import { showFailed } from '../failed/failed.ts';
import { failedMessages } from '../failed/messages.ts';

/** Loads an island. If its files cannot be loaded, or if it fails outside its boundary, a message replaces it. */
const whenNeeded: ClientDirective = (load, { value }, island) => {
  let message: string = failedMessages.load;
  const fail = () => showFailed(island, message);
  island.addEventListener('astro:hydration-error', fail);
  const isNeeded = !('notNeeded' in document.documentElement.dataset);
  if (value !== 'always' && isNeeded === (value === 'otherwise')) return;
  // React removes the whole island after an error that no boundary caught.
  addEventListener('error', () => {
    if (island.childElementCount === 0) fail();
  });
  // Astro reports a failed import through the event above, so this needs no further report.
  load()
    .then((hydrate) => {
      message = failedMessages.unexpected;
      return hydrate();
    })
    .catch((error: unknown) => {
      fail();
      reportError(error);
    });
};
export default whenNeeded;
