import { isCrawler } from '#browser/crawler.ts';
import { afterLoad } from '#ui/after-load.ts';

/** Loads the watcher when the page is idle, so that it delays nothing. */
const loadWhenIdle = () => {
  const load = () => void import('./watch.ts').then((watcher) => watcher.startWatch()).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load);
};
if (!isCrawler(navigator.userAgent)) afterLoad(loadWhenIdle);
