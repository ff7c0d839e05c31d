// Builds the site on a host and reports the progress: `node scripts/content-build.ts`, with the variables of the site
// and MAINTENANCE_SECRET. `--outDir public-site` sets another folder than `dist`.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BuildReporter, buildReporter, reasonOf, writeBuildId } from './content-report.ts';
import { buildLanguages, languageEnvironment } from './languages.ts';
import { shareMaps } from './source-maps.ts';

const astro = path.join(import.meta.dirname, '../node_modules/astro/bin/astro.mjs');

export interface BuildOutcome {
  code: number | null;
  text: string;
}

export function astroBuild(args: readonly string[], env: NodeJS.ProcessEnv): Promise<BuildOutcome> {
  const child = spawn(process.execPath, [astro, 'build', ...args], {
    cwd: path.dirname(import.meta.dirname),
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000);
    process.stdout.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/** The start is reported before the build, so that the content that the build reads is newer than the report. */
export async function reportedBuild(
  build: (id: string) => Promise<BuildOutcome>,
  { id, report }: BuildReporter,
): Promise<BuildOutcome> {
  await report('building');
  try {
    const outcome = await build(id);
    if (outcome.code === 0) await report('built');
    else await report('failed', reasonOf(outcome.text));
    return outcome;
  } catch (error) {
    await report('failed', reasonOf(String(error)));
    throw error;
  }
}

if (import.meta.main) {
  const SOURCE_MAPS = mkdtempSync(path.join(tmpdir(), 'source-maps-'));
  const SITE_DOCUMENTS = path.join(SOURCE_MAPS, '..', `${path.basename(SOURCE_MAPS)}.documents.json`);
  const env = { ...process.env, SOURCE_MAPS, SITE_DOCUMENTS };
  const { values } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } });
  const build = async (id: string) => {
    const outcome = await buildLanguages(values.outDir, (language, outDir) =>
      astroBuild(['--outDir', outDir], languageEnvironment(env, language)),
    );
    if (outcome.code === 0) writeBuildId(values.outDir, id);
    return outcome;
  };
  const { code } = await reportedBuild(build, buildReporter(env));
  if (code === 0) await shareMaps(SOURCE_MAPS, env);
  process.exitCode = code ?? 1;
}
