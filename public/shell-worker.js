// Stores the shell of the screens below its scope (the family's, and the roster) for when there is no network. It
// stores no data, because the pages store their own (src/browser/cached-family.ts, saved-roster.ts). See
// src/ui/save-offline-shell.ts.
const SCOPE = new URL(self.registration.scope).pathname;
const CACHES = `shell ${SCOPE} `;
const CACHE = `${CACHES}1`;
/** If a page does not answer within this time, its stored copy is shown. */
const PATIENCE_MS = 3000;
/** The names of these files contain a hash of their content, so a file never changes. */
const FOREVER = '/_astro/';
const MOST = 150;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(CACHES) && name !== CACHE).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname === SCOPE || url.pathname.startsWith(`${SCOPE}/`))
    event.respondWith(page(event, url.pathname));
  else if (url.pathname.startsWith(FOREVER)) event.respondWith(file(event, url.pathname));
});

/**
 * Tries the network first. If that fails or is slow, shows the stored page. Ids in its address are not part of the
 * cache's key.
 */
async function page(event, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  const fresh = fetch(event.request).then(async (response) => {
    if (response.ok && !response.redirected) await cache.put(name, response.clone());
    return response;
  });
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([fresh, late]).catch(() => kept);
}

async function file(event, name) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(name);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) {
    await cache.put(name, response.clone());
    event.waitUntil(trim(cache));
  }
  return response;
}

/** Deletes files of earlier builds, the oldest first. */
async function trim(cache) {
  const names = await cache.keys();
  await Promise.all(names.slice(0, Math.max(0, names.length - MOST)).map((name) => cache.delete(name)));
}
