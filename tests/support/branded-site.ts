/** Builds the site under the brand of another company, and again with other content. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, realpathSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { SanityClient } from '@sanity/client';
import { type LanguageId, otherLanguages } from '#config/languages.ts';
import { brand } from '#contract/brand.ts';
import { importSeed } from '#local/lake/import.ts';
import { startLake } from '#local/lake/server.ts';
import { LanguageBuilder } from '#local/site/language-builder.ts';
import type { BuildOutcome } from '#scripts/content-build.ts';
import { buildLanguages, languageEnvironment } from '#scripts/languages.ts';
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
  'astro.steps.ts',
  'local/site/render-process.ts',
  'package.json',
  'tsconfig.json',
];
export const siteUrl = 'https://site.test';

/** Fields of the brand that another provider changes, with the provider's values. */
export type Rebrand = Partial<Record<keyof typeof brand, string>>;

export interface BrandedSite {
  client: SanityClient;
  /** The camps that the database returns. If it is null, that read fails. */
  camps: readonly object[] | null;
  /** The languages whose code was built, in this order. */
  codeBuilds: LanguageId[];
  /** If it is true, the code is not built when it should be, and the build fails. */
  skipCode: boolean;
  /** The file that lists which pages show a document. */
  documents: string;
  /** Loads the saved bundles, as the local stack does as soon as somebody publishes. */
  prepare: () => void;
  /** Builds the site into a new folder as the local stack does: the code only if it has no bundle that fits. */
  build: (languages?: readonly LanguageId[]) => Promise<BuildOutcome & { dist: string }>;
  /** The folder of the saved bundles. */
  bundles: string;
  stop: () => Promise<void>;
}

/**
 * Starts a content lake with the content of a new installation, and copies the site with another brand module. The
 * dataset is private, which must not affect a build. All builds share a cache of pictures, so that only the first one
 * makes them.
 */
export async function startBrandedSite(
  rebrand: Rebrand,
  camps: readonly object[] | null,
): Promise<BrandedSite> {
  const folder = makeTemporaryFolder('brand-');
  const dir = path.join(realpathSync(folder.dir), 'site');
  const modules = path.join(dir, 'node_modules');
  for (const source of sources) cpSync(path.join(root, source), path.join(dir, source), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), modules, 'junction');
  writeBrand(path.join(dir, 'supabase/functions/_shared/contract/brand.ts'), rebrand);

  const tokens = { writeToken, readToken };
  const lakeDir = path.join(folder.dir, 'lake');
  const lake = await startLake({ port: 0, dir: lakeDir, projectId, dataset, closed: true, ...tokens });
  await importSeed(lake.url, { projectId, dataset, token: writeToken });
  const content = {
    SANITY_PROJECT_ID: projectId,
    SANITY_DATASET: dataset,
    SANITY_API_HOST: lake.url,
    SANITY_READ_TOKEN: readToken,
  };
  const database = createServer((request, response) => {
    const isOffers = request.url?.startsWith('/rest/v1/offers?') === true;
    void (isOffers ? offersOfLake(content) : Promise.resolve(site.camps)).then((rows) => {
      response.statusCode = rows ? 200 : 503;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows ?? {}));
    });
  });
  await once(database.listen(0, '127.0.0.1'), 'listening');
  const documents = path.join(dir, 'documents.json');
  // Vitest sets these. A build would take them for its own, and then read the content again for every page.
  const { PROD: _, DEV: __, MODE: ___, SSR: ____, BASE_URL: _____, ...ownEnv } = process.env;
  const env: NodeJS.ProcessEnv = {
    ...ownEnv,
    SITE_URL: siteUrl,
    PUBLIC_SUPABASE_URL: `http://127.0.0.1:${(database.address() as AddressInfo).port}`,
    PUBLIC_SUPABASE_KEY: 'key',
    PUBLIC_STUDIO_URL: 'https://studio.test',
    ...content,
    SITE_DOCUMENTS: documents,
  };

  const bundles = path.join(dir, 'bundles');
  const builders = new Map(
    (['en', ...otherLanguages] as const).map((language) => {
      const languageEnv = languageEnvironment(env, language);
      const buildWhole = (outDir: string, bundle: string) => {
        site.codeBuilds.push(language);
        if (site.skipCode) return Promise.resolve({ code: 1, text: 'The code was not built.' });
        return runAstroBuild(dir, { ...languageEnv, SAVED_BUNDLE: bundle }, outDir);
      };
      const builder = new LanguageBuilder({ language, bundles, env: languageEnv, buildWhole, project: dir });
      return [language, builder] as const;
    }),
  );
  let count = 0;
  const site: BrandedSite = {
    client: editorClient(lake),
    camps,
    codeBuilds: [],
    skipCode: false,
    documents,
    prepare: () => builders.forEach((builder) => builder.prepare()),
    build: async (languages = otherLanguages) => {
      const dist = path.join(dir, `dist-${++count}`);
      const outcome = await buildLanguages(
        dist,
        async (language, outDir) =>
          (await builders.get(language)?.build(outDir)) ?? { code: 1, text: `Nothing builds ${language}.` },
        languages,
      );
      return { ...outcome, dist };
    },
    bundles,
    stop: async () => {
      builders.forEach((builder) => builder.stop());
      database.closeAllConnections();
      database.close();
      await lake.stop();
      // The link is removed first, so that deleting the folder cannot follow it.
      unlinkSync(modules);
      folder.remove();
    },
  };
  return site;
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

async function runAstroBuild(cwd: string, env: NodeJS.ProcessEnv, outDir: string): Promise<BuildOutcome> {
  const command = path.join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [command, 'build', '--outDir', outDir], {
    cwd,
    env: {
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
  return { code, text: out + problems };
}
