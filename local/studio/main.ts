import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { startDevServer } from '../dev-server.ts';
import { runPart } from '../part.ts';
import { buildStudio } from './build.ts';
import { sanityCli, sanityEnvironment, studioFolder } from './cli.ts';
import { inputsHash } from './inputs.ts';
import { startStudio } from './server.ts';

const text = v.pipe(v.string(), v.minLength(1));
const Environment = v.object({
  STUDIO_PORT: v.pipe(v.string(), v.toNumber()),
  LOCAL_DIR: text,
  SANITY_API_HOST: v.pipe(v.string(), v.url()),
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: text,
});

await runPart(async () => {
  const parsed = v.safeParse(Environment, process.env);
  if (!parsed.success)
    throw new Error(`Missing or wrong: ${Object.keys(v.flatten(parsed.issues).nested ?? {}).join(', ')}`);
  const env = parsed.output;
  const target = {
    apiHost: env.SANITY_API_HOST,
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
  };
  if (process.env['STACK_MODE'] === 'dev')
    return startDevServer({
      port: env.STUDIO_PORT,
      cwd: studioFolder,
      args: [
        sanityCli(),
        'dev',
        '--host',
        '127.0.0.1',
        '--port',
        String(env.STUDIO_PORT),
        '--no-auto-updates',
      ],
      env: sanityEnvironment,
    });

  const dir = path.join(env.LOCAL_DIR, 'studio');
  const outDir = path.join(dir, 'dist');
  const stamp = path.join(dir, 'inputs.txt');
  const hash = inputsHash(target);
  const built =
    existsSync(path.join(outDir, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (!built) {
    await buildStudio({ ...target, outDir });
    writeFileSync(stamp, hash);
  }
  return startStudio({ port: env.STUDIO_PORT, dir: outDir });
});
