import { isCrawler } from '#browser/crawler.ts';

/** After the page has loaded, and once it rests: nothing that a parent waits for waits for this. */
const come = () => {
  const load = () => void import('./watch.ts').then((part) => part.startWatch()).catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(load);
  else setTimeout(load);
};
if (!isCrawler(navigator.userAgent)) {
  if (document.readyState === 'complete') come();
  else addEventListener('load', come, { once: true });
}
