/** Builds the site under the brand of another company, to show that nothing of our own brand remains in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { brand } from '#contract/brand.ts';
import type { SanityClient } from '@sanity/client';
import { importSeed } from '#local/lake/import.ts';
import { startLake } from '#local/lake/server.ts';
import { otherLanguages } from '#config/languages.ts';
import { addFiles, languageEnvironment } from '#scripts/languages.ts';
import { offersOfLake } from './offers-double.ts';
import { dataset, editorClient, projectId, readToken, makeTemporaryFolder, writeToken } from './lake.ts';

const root = path.join(import.meta.dirname, '../..');
const sources = [
  'src',
  'public',
  'supabase/functions/_shared/contract',
  'supabase/functions/_shared/server/mails',
  'supabase/functions/_shared/server/phone',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
];
export const siteUrl = 'https://site.test';

/** Fields of the brand that another provider changes, with the provider's values. */
export type Rebrand = Partial<Record<keyof typeof brand, string>>;

interface BuildOptions {
  edit?: (client: SanityClient) => Promise<void>;
  pages?: readonly string[];
}

/**
 * Builds a copy of the site with another brand module and the content of a new installation. `camps` are the camps that
 * the database returns; if it is null, that read fails. `edit` changes the content before the build. If `pages` is
 * given (such as `camps.astro`), only these pages are built, in English; otherwise all pages in all languages. The
 * dataset is private, which must not affect the build. All builds share a cache of pictures, so that only the first
 * build makes them. Returns the folder of the built site, and `remove`, which deletes everything.
 */
export async function buildWithBrand(
  rebrand: Rebrand,
  camps: readonly object[] | null,
  { edit = () => Promise.resolve(), pages }: BuildOptions = {},
): Promise<{ dist: string; remove: () => void }> {
  const folder = makeTemporaryFolder('brand-');
  const dir = path.join(realpathSync(folder.dir), 'site');
  const modules = path.join(dir, 'node_modules');
  for (const source of sources) cpSync(path.join(root, source), path.join(dir, source), { recursive: true });
  if (pages) keepOnly(pages, path.join(dir, 'src/pages'));
  symlinkSync(path.join(root, 'node_modules'), modules, 'junction');
  const remove = () => {
    // The link is removed first, so that deleting the folder cannot follow it.
    unlinkSync(modules);
    folder.remove();
  };
  try {
    writeBrand(path.join(dir, 'supabase/functions/_shared/contract/brand.ts'), rebrand);
    await buildAllLanguages(dir, path.join(folder.dir, 'lake'), camps, edit, pages ? [] : otherLanguages);
  } catch (error) {
    remove();
    throw error;
  }
  return { dist: path.join(dir, 'dist'), remove };
}

/** Deletes all other page files. Files whose name starts with an underscore are modules, not pages. */
function keepOnly(pages: readonly string[], folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(astro|ts)$/.test(file) && !path.basename(file).startsWith('_') && !pages.includes(file))
      rmSync(path.join(folder, file));
}

function writeBrand(file: string, rebrand: Rebrand): void {
  let code = readFileSync(file, 'utf8');
  for (const [field, to] of Object.entries(rebrand)) {
    const line = new RegExp(`^  ${field}: '[^']*',$`, 'm');
    if (!line.test(code)) throw new Error(`The brand module has no line for ${field}`);
    code = code.replace(line, `  ${field}: '${to}',`);
  }
  writeFileSync(file, code);
}

async function buildAllLanguages(
  dir: string,
  lakeDir: string,
  camps: readonly object[] | null,
  edit: (client: SanityClient) => Promise<void>,
  languages: typeof otherLanguages | readonly [],
): Promise<void> {
  const tokens = { writeToken, readToken };
  const lake = await startLake({ port: 0, dir: lakeDir, projectId, dataset, closed: true, ...tokens });
  const content = {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: lake.url,
    SANITY_READ_TOKEN: readToken,
  };
  const database = createServer((request, response) => {
    const isOffers = request.url?.startsWith('/rest/v1/offers?') === true;
    void (isOffers ? offersOfLake(content) : Promise.resolve(camps)).then((rows) => {
      response.statusCode = rows ? 200 : 503;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows ?? {}));
    });
  });
  try {
    await importSeed(lake.url, { projectId, dataset, token: writeToken });
    await edit(editorClient(lake));
    await once(database.listen(0, '127.0.0.1'), 'listening');
    const env = {
      SITE_URL: siteUrl,
      PUBLIC_SUPABASE_URL: `http://127.0.0.1:${(database.address() as AddressInfo).port}`,
      PUBLIC_SUPABASE_KEY: 'key',
      PUBLIC_STUDIO_URL: 'https://studio.test',
      ...content,
    };
    await Promise.all([
      runAstroBuild(dir, env),
      ...languages.map((language) =>
        runAstroBuild(dir, languageEnvironment(env, language), `dist-${language}`),
      ),
    ]);
    for (const language of languages) addFiles(path.join(dir, `dist-${language}`), path.join(dir, 'dist'));
  } finally {
    database.closeAllConnections();
    database.close();
    await lake.stop();
  }
}

async function runAstroBuild(cwd: string, env: NodeJS.ProcessEnv, outDir = 'dist'): Promise<void> {
  const command = path.join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [command, 'build', '--outDir', outDir], {
    cwd,
    env: {
      ...process.env,
      ...env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      // Developer mode is requested here, but no build may contain it.
      PUBLIC_DEVELOPER_MODE: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`The site could not be built.\n${(out + problems).slice(-4_000)}`);
}
