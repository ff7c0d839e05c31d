import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sanityCli, sanityEnvironment, studioFolder } from './cli.ts';

export interface StudioBuild {
  /** Content lake to speak to; undefined: Sanity's cloud. */
  apiHost?: string | undefined;
  projectId: string;
  dataset: string;
  /** Replaced whole, and only by a build that succeeded. */
  outDir: string;
}

/** The Studio's own production build, as static files. Needs no network. */
export async function buildStudio({ apiHost, projectId, dataset, outDir }: StudioBuild): Promise<void> {
  const fresh = `${outDir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(path.dirname(outDir), { recursive: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...sanityEnvironment,
    NODE_ENV: 'production',
    SANITY_STUDIO_PROJECT_ID: projectId,
    SANITY_STUDIO_DATASET: dataset,
  };
  if (apiHost) env['SANITY_STUDIO_API_HOST'] = apiHost;
  else delete env['SANITY_STUDIO_API_HOST'];
  await sanity(['build', '--yes', '--no-auto-updates', fresh], env);
  const old = `${outDir}.old`;
  await rm(old, { recursive: true, force: true });
  if (existsSync(outDir)) await rename(outDir, old);
  await rename(fresh, outDir);
  await rm(old, { recursive: true, force: true });
}

function sanity(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [sanityCli(), ...args],
      { cwd: studioFolder, env },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`Studio could not be built.\n${`${stdout}\n${stderr}`.slice(-4000)}`));
        else resolve();
      },
    );
  });
}
