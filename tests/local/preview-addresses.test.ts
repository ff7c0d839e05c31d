/** What the preview passes on to the site's server, and what it refuses. */
import { expect, test } from 'vitest';
import { routeOf } from '#preview/address.ts';

test.each([
  ['/.local/secrets.json'],
  ['/.env'],
  ['/.env?raw'],
  ['/@fs/etc/passwd'],
  ['/@id//etc/passwd?import'],
  ['/src/../.local/secrets.json'],
  ['/src/%2e%2e/.local/secrets.json'],
  ['/src/..%2f.local/secrets.json'],
  ['/src/%252e%252e/.env'],
  ['/node_modules/../.env'],
  ['/src\\..\\.env'],
  ['//evil.test/src/x.ts'],
  ['/supabase/seed.sql'],
  ['/local/secrets.ts'],
  ['/src/.env'],
  ['/src/x#/../../.local/secrets.json'],
  ['/_image?href=/__preview/sources/x.svg&f=svg'],
  ['/%5fimage/?href=/camps%3Fq/c.svg%3Fx&f=svg'],
  ['/__open-in-editor?file=src/pages/index.astro'],
  ['/__preview/sources/x.svg'],
  ['/__preview/changes/'],
  ['/_server-islands/Home?p=x'],
  ['/node_modules/.cache/pictures/a.source'],
  ['/node_modules/.astro/data-store.json?raw'],
  ['/studio/sanity.config.ts'],
])('the preview refuses %s, which the site’s server would serve', (address) => {
  expect(routeOf(address).kind).toBe('refused');
});

test.each([
  ['/', 'page'],
  ['/camps/epic?tier=epic', 'page'],
  ['/public-holidays', 'page'],
  ['/fragments/assistant.json', 'page'],
  ['/src/styles/base.css?inline', 'asset'],
  ['/studio/node_modules/@sanity/ui/dist/styles.css', 'asset'],
  ['/@id/__x00__astro:scripts/page.js', 'asset'],
  ['/_astro/picture/abc.avif', 'asset'],
])('%s is a %s', (address, kind) => {
  expect(routeOf(address).kind).toBe(kind);
});
