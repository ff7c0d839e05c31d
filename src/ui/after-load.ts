/** Calls `start` once the page has loaded, so that what it fetches delays nothing that the page shows first. */
export function afterLoad(start: () => void): void {
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
