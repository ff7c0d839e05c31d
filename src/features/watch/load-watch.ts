import { isCrawler } from '#browser/crawler.ts';

/** Loads the watcher after the page has loaded and is idle, so that it delays nothing. */
const come = () => {
  const load = () => void import('./watch.ts').then((part) => part.startWatch()).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load);
};
if (!isCrawler(navigator.userAgent)) {
  if (document.readyState === 'complete') come();
  else addEventListener('load', come, { once: true });
}
