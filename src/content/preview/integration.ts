import type { AstroIntegration } from 'astro';
import { textSources } from '#config/text-sources.ts';
import { sanity } from '../client.ts';

const address = '/__preview/sources';
/** Connects the page to Studio with Studio's packages. */
const overlay = 'studio/presentation/overlay.ts';
/** It loads only if Studio may be listening. */
const loadOverlay = `if (window.parent !== window || window.opener) void import('/${overlay}');`;
/** Many changes at once, such as an import, cause one reload. In milliseconds. */
const togetherMs = 100;

/**
 * Only in `astro dev`: a change of content reloads the page, and clicking a text in Studio's preview opens its field.
 * A build contains none of this.
 */
export function preview(): AstroIntegration {
  return {
    name: 'preview',
    hooks: {
      'astro:config:setup': ({ command, injectScript, updateConfig }) => {
        if (command !== 'dev') return;
        injectScript('page', loadOverlay);
        // Packages found only when a page asks for them would reload that page, and break what it was loading.
        updateConfig({ vite: { optimizeDeps: { entries: [overlay] } } });
      },
      'astro:server:setup': ({ server, logger }) => {
        server.middlewares.use(address, (_request, response, next) => {
          const texts = sanity()
            .fetch('*[!(_type match "sanity.*") && !(_type match "system.*")] | order(_type asc)')
            .then(textSources);
          texts.then(
            (found) => response.setHeader('content-type', 'application/json').end(JSON.stringify(found)),
            (error: unknown) => next(error),
          );
        });
        let timer: ReturnType<typeof setTimeout> | undefined;
        const changes = sanity().listen('*[!(_type match "sanity.*")]', {}, { includeResult: false });
        const listening = changes.subscribe({
          next: ({ type }) => {
            if (type !== 'mutation') return;
            clearTimeout(timer);
            timer = setTimeout(() => server.ws.send({ type: 'full-reload' }), togetherMs);
          },
          error: (error: unknown) => logger.warn(`Content changes do not reload the page: ${String(error)}`),
        });
        server.httpServer?.once('close', () => listening.unsubscribe());
      },
    },
  };
}
