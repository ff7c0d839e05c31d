import { globSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { AstroIntegration } from 'astro';
import { normalizePath, type ViteDevServer } from 'vite';
import { otherLanguages } from '#config/languages.ts';
import { textSources, type Document } from '#config/text-sources.ts';
import { sanity } from '../client.ts';
import { withFacts } from '../fill/facts.ts';
import { getSiteSettings } from '../settings.ts';
import { atMoment, shiftClock } from './preview-moment.ts';

const overlay = 'studio/presentation/overlay.ts';
const bar = 'src/content/preview/preview-bar.ts';
/** The scripts of a preview. The overlay loads only if Studio may be listening. */
const scripts = `import '/${bar}';
if (window.parent !== window || window.opener) void import('/${overlay}');`;
/**
 * The time in milliseconds during which changes are collected. Many changes, such as an import, then cause one reload.
 */
const COLLECT_MS = 100;
const changed = 'data: changed\n\n';
const allDocuments = '*[!(_type match "sanity.*") && !(_type match "system.*")] | order(_type asc)';

/** The pages and pictures whose addresses come from content. They have a parameter in their file name. */
const withAddresses = globSync('src/pages/**/*.{astro,ts}')
  .filter((file) => file.includes('['))
  .map((file) => normalizePath(path.resolve(file)));

/**
 * Makes Astro ask pages for their addresses again. It does so only when a page's module is new, so that changed drafts
 * would not appear.
 */
function loadAddressesAgain(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments))
    for (const file of withAddresses)
      for (const page of moduleGraph.getModulesByFile(file) ?? []) page.transformResult = null;
}

/** Makes `astro dev` a preview, which `preview/` also uses. Builds do not contain it. */
export function preview(): AstroIntegration {
  return {
    name: 'preview',
    hooks: {
      'astro:config:setup': ({ command, injectScript, updateConfig }) => {
        if (command !== 'dev') return;
        const other = otherLanguages.find((id) => id === process.env['SITE_LANGUAGE']);
        injectScript('head-inline', shiftClock);
        injectScript('page', scripts);
        // If Vite found packages later, it would reload the page that asked for them.
        updateConfig({ vite: { optimizeDeps: { entries: [overlay, bar] } } });
        // Code does not change during a preview, and a guest with a link to one page must not learn of changes to
        // others.
        if (process.env['PREVIEW_SERVER'])
          updateConfig({
            vite: {
              cacheDir: `node_modules/.cache/preview-${other === undefined ? '' : `${other}-`}${process.env['PREVIEW_PORT'] ?? ''}`,
              server: { ws: false, hmr: false, watch: null, allowedHosts: true },
              // Otherwise a package that is found later would break the page that is loading.
              optimizeDeps: { ignoreOutdatedRequests: true },
            },
          });
      },
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use((request, _response, next) => {
          loadAddressesAgain(server);
          atMoment(request, next);
        });
        server.middlewares.use('/__preview/sources', ({ url }, response, next) => {
          // Vite passes every address that begins like this one, but these texts are everybody's
          // drafts.
          if (url !== '/') {
            next();
            return;
          }
          Promise.all([sanity().fetch<Document[]>(allDocuments), getSiteSettings(() => undefined)])
            .then(([documents, { facts }]) => textSources(documents, (text) => withFacts(text, facts)))
            .then(
              (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
              (error: unknown) => next(error),
            );
        });
        const waiting = new Set<ServerResponse>();
        let lastChange = -Infinity;
        server.middlewares.use('/__preview/changes', ({ url = '' }, response, next) => {
          const loading = /^\/(?:\?loading=(\d+))?$/.exec(url);
          if (!loading) {
            next();
            return;
          }
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write(performance.now() - Number(loading[1] ?? 0) < lastChange ? changed : ':\n\n');
          waiting.add(response);
          response.once('close', () => waiting.delete(response));
        });
        let timer: ReturnType<typeof setTimeout> | undefined;
        const changes = sanity().listen(allDocuments.split('|')[0] ?? '', {}, { includeResult: false });
        const listening = changes.subscribe({
          next: ({ type }) => {
            if (type !== 'mutation') return;
            clearTimeout(timer);
            timer = setTimeout(() => {
              lastChange = performance.now();
              for (const page of waiting) page.write(changed);
            }, COLLECT_MS);
          },
          error: (error: unknown) => logger.warn(`Content changes do not reload the page: ${String(error)}`),
        });
        server.httpServer?.once('close', () => listening.unsubscribe());
      },
    },
  };
}
