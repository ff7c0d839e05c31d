import { createServer } from 'node:http';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Running } from '../service.ts';
import { buildReporter } from '#scripts/content-report.ts';
import { Builds } from './builds.ts';
import { readSite, type Site } from './files.ts';
import { buildFingerprint, sourceState } from './fingerprint.ts';
import { LanguageBuilder } from './language-builder.ts';
import { SourceMaps } from './source-maps.ts';
import { addPicture } from './pictures.ts';
import { serveFile } from './serve.ts';
import { WarmBuilder } from './warm-builder.ts';
import { type LanguageId, otherLanguages } from '#config/languages.ts';
import { buildLanguages, languageEnvironment } from '#scripts/languages.ts';

interface Options {
  port: number;
  dir: string;
  deployToken: string;
  env: NodeJS.ProcessEnv;
}

/** Builds the site if needed and serves it. `POST /__deploy/<token>` rebuilds it and then serves the new build. */
export async function startSite({ port, dir, deployToken, env: baseEnv }: Options): Promise<Running> {
  // This file lists what the last build shows. A start that needs no build also reports it.
  const env = { ...baseEnv, SITE_DOCUMENTS: path.join(dir, 'documents.json') };
  const maps = new SourceMaps(path.join(dir, 'source-maps'), env);
  const others = baseEnv['TEST_LANGUAGES'] === '0' ? [] : otherLanguages;
  const bundles = path.join(dir, 'bundles');
  const builders = new Map<LanguageId, LanguageBuilder>();
  const whole: WarmBuilder[] = [];
  for (const language of ['en', ...others] as const) {
    const own = languageEnvironment(env, language);
    const builder = new WarmBuilder(own, language === 'en' ? (sources) => maps.wanted(sources) : undefined);
    whole.push(builder);
    const buildWhole = (outDir: string, bundle: string) => builder.build(outDir, bundle);
    builders.set(language, new LanguageBuilder({ language, bundles, env: own, buildWhole }));
  }
  /** The state of the code in the build that runs, because each build asks for it in every language. */
  let sources = '';
  const builds = new Builds(dir, {
    fingerprint: () => buildFingerprint(env, (sources = sourceState())),
    build: (outDir) =>
      buildLanguages(
        outDir,
        async (language, folder) =>
          (await builders.get(language)?.build(folder, sources)) ?? {
            code: 1,
            text: `Nothing builds ${language}.`,
          },
        others,
      ),
    reporter: () => buildReporter(env),
    isUp: () => void maps.share(),
  });
  let site: Site;
  // Assets of the previous build stay available, because pages that are already open still load them.
  let before: Site | undefined;
  const use = (from: string) => {
    before = site;
    site = readSite(from, before);
  };
  builds.onChange = use;
  await builds.refresh().catch((error: unknown) => {
    if (!builds.currentDir) throw error;
    console.error(error);
  });
  const current = builds.currentDir;
  if (!current) throw new Error('No build of the site is there.');
  use(current);

  const server = createServer((request, response) => {
    const address = (request.url ?? '/').split('?')[0] ?? '/';
    if (address === `/__deploy/${deployToken}`) {
      if (request.method === 'POST') {
        const sourcesNow = sourceState();
        for (const builder of builders.values()) builder.prepare(sourcesNow);
        builds.ask((error) => console.error(error));
      }
      response
        .writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ failure: builds.failure }));
      return;
    }
    const servedSite = before && address.startsWith('/_astro/') && !site.files.has(address) ? before : site;
    const answer = async () => {
      // If a picture cannot be made, the request is answered with 404.
      await addPicture(servedSite, address).catch((error: unknown) => console.error(error));
      await serveFile(servedSite, request, response);
    };
    answer().catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        builds.stop();
        for (const builder of [...builders.values(), ...whole]) builder.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
