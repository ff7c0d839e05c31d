import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import type { EntryFiles } from './preloads.ts';
import type { Imports } from './page-script.ts';

/** The bundler's facts about its files, which later steps need. */
export interface BundleFacts {
  imports: Imports;
  entryFiles: EntryFiles;
  /** The hashes of the inline scripts. */
  inlineHashes: Set<string>;
  /** The state of the sentences in the code that editors had changed (`wording/state.ts`). */
  sentences: string;
  /** The folder with the joined scripts of pages, if the bundle is saved (`page-script.ts`). */
  joined?: string;
}

export const newFacts = (): BundleFacts => ({
  imports: new Map(),
  entryFiles: new Map(),
  inlineHashes: new Set(),
  sentences: '',
});

/** A page of the bundle, with the style sheets that Astro found for it. */
interface SavedPage {
  key: string;
  styles: readonly unknown[];
}

/** The module with which Astro's build renders pages. */
export type Prerender = typeof import('astro/entrypoints/prerender');

interface Description {
  facts: BundleFacts;
  pages: SavedPage[];
  /** The file of the module that renders pages. */
  entry: string;
}

interface SavedBundle extends Description {
  /** The folder of scripts, fonts and public files. */
  files: string;
}

const partsOf = (folder: string) => ({
  server: path.join(folder, 'server'),
  files: path.join(folder, 'files'),
  description: path.join(folder, 'bundle'),
  joined: path.join(folder, 'joined'),
});

/**
 * Saves the bundle of a build in the folder that SAVED_BUNDLE names, before the first page is rendered. With it, pages
 * can be rendered from new content without another build (`render-pages.ts`).
 */
export function savedBundle(facts: BundleFacts): AstroIntegration {
  let rendering: { dir: string; entry: string } | undefined;
  return {
    name: 'saved-bundle',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'saved-bundle',
                apply: 'build',
                writeBundle({ dir }, bundle) {
                  if (this.environment.name !== 'prerender' || !dir) return;
                  const entry = Object.keys(bundle).find((file) => file.startsWith('prerender-entry.'));
                  if (entry) rendering = { dir, entry };
                },
              },
            ],
          },
        });
      },
      'astro:build:start': ({ setPrerenderer }) => {
        const folder = process.env['SAVED_BUNDLE'];
        if (folder)
          setPrerenderer((own: AstroPrerenderer & { app?: Prerender['app'] }) => ({
            ...own,
            setup: async () => {
              await own.setup?.();
              if (!rendering || !own.app) throw new Error('The build has no bundle that renders its pages.');
              await save(folder, rendering, own.app, facts);
            },
          }));
      },
    },
  };
}

async function save(
  folder: string,
  { dir, entry }: { dir: string; entry: string },
  app: Prerender['app'],
  facts: BundleFacts,
): Promise<void> {
  const { allPages, settings } = app.getOptions();
  if (settings.scripts.length > 0) throw new Error('A saved bundle has no scripts of integrations.');
  const fresh = `${folder}.${process.pid}`;
  const { server, files, description, joined } = partsOf(fresh);
  await mkdir(joined, { recursive: true });
  await cp(dir, server, { recursive: true });
  await cp(fileURLToPath(settings.config.outDir), files, {
    recursive: true,
    // The folder with the modules is inside this one, and source maps are not published.
    filter: (file) => path.resolve(file) !== path.resolve(dir) && !file.endsWith('.js.map'),
  });
  const saved: Description = {
    facts,
    pages: Object.values(allPages).map(({ key, styles }) => ({ key, styles })),
    entry,
  };
  await writeFile(description, serialize(saved));
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  facts.joined = partsOf(folder).joined;
}

export async function readBundle(folder: string): Promise<SavedBundle> {
  const { server, files, description, joined } = partsOf(folder);
  const { facts, pages, entry } = deserialize(await readFile(description)) as Description;
  return { facts: { ...facts, joined }, pages, entry: path.join(server, entry), files };
}
