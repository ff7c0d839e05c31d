import { cpSync, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import { type PathWithRoute, StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { type BundleFacts, type Prerender, readBundle } from './saved-bundle.ts';

interface BundledPages {
  /** The state of the changed sentences in the code (`wording/state.ts`). */
  sentences: string;
  /** Renders all pages into a new folder, which then has the same files as after a build. */
  render: (outDir: string) => Promise<void>;
}

/**
 * Loads a saved bundle, but no content. Its modules read content once only, so each rendering needs a process of its
 * own. `after` returns the integrations whose hooks complete the pages.
 */
export async function loadBundle(
  folder: string,
  after: (facts: BundleFacts) => AstroIntegration[],
): Promise<BundledPages> {
  const { facts, pages, entry, files } = await readBundle(folder);
  const { app } = (await import(pathToFileURL(entry).href)) as Prerender;
  // Astro needs only these two parts here, and reads only some of their fields
  // (astro/dist/core/build/environment.js).
  app.setInternals({
    pagesByKeys: new Map(pages.map((page) => [page.key, page])),
  } as unknown as Parameters<typeof app.setInternals>[0]);
  app.setOptions({
    settings: { scripts: [] },
    logger: { options: { level: 'warn', destination: { write: printEvent } } },
  } as unknown as Parameters<typeof app.setOptions>[0]);
  for (const { routeData } of app.manifest.routes) await app.getComponentByRoute(routeData);

  /** Writes every page. Returns the addresses of those that are pages and not data files. */
  async function writePages(outDir: string): Promise<{ pathname: string }[]> {
    const written = new Set<string>();
    const paths = await new StaticPaths(app).getAll();
    for (const { pathname, route } of paths) {
      const file = fileOf(pathname, route);
      const target = path.join(outDir, file);
      // As in Astro's build, the first of two pages with one address is used, and a public file before both.
      if (written.has(file) || existsSync(target)) continue;
      written.add(file);
      const request = new Request(new URL(file, app.manifest.site));
      const response = await app.render(request, { routeData: route });
      if (!response.body || response.headers.has('location')) throw new Error(`${file} has no content`);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, Buffer.from(await response.arrayBuffer()));
    }
    return paths.flatMap(({ pathname, route }) =>
      route.type === 'page' ? [{ pathname: pathname.replace(/^\//, '') }] : [],
    );
  }

  return {
    sentences: facts.sentences,
    render: async (outDir) => {
      const steps = after(facts).map(({ hooks }) => hooks);
      const start = { logger, setPrerenderer: () => undefined };
      for (const hooks of steps) await hooks['astro:build:start']?.(start);
      cpSync(files, outDir, { recursive: true });
      const done = {
        dir: pathToFileURL(`${outDir}${path.sep}`),
        pages: await writePages(outDir),
        assets: new Map(),
        logger,
      } satisfies HookParameters<'astro:build:done'>;
      for (const hooks of steps) await hooks['astro:build:done']?.(done);
    },
  };
}

/** Returns the file of an address, as `build.format: 'file'` in `astro.config.mjs` names it. */
function fileOf(pathname: string, { type }: PathWithRoute['route']): string {
  if (type === 'endpoint') return pathname;
  return pathname === '/' || pathname === '' ? '/index.html' : `${pathname}.html`;
}

const printEvent = ({ message }: { message: string }) => console.warn(message);
/** Prints warnings and errors only, because nobody reads the progress of each publication. */
const logger = {
  info: () => undefined,
  debug: () => undefined,
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
} as unknown as AstroIntegrationLogger;
