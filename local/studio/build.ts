import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sanityCli, sanityEnvironment, studioFolder } from './cli.ts';

export interface StudioBuild {
  variables: Record<string, string>;
  /** This folder is replaced as a whole, and only if the build succeeds. */
  outDir: string;
}

export async function buildStudio({ variables, outDir }: StudioBuild): Promise<void> {
  const fresh = `${outDir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(path.dirname(outDir), { recursive: true });
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SANITY_STUDIO_'));
  const env = {
    ...Object.fromEntries(inherited),
    ...sanityEnvironment,
    ...variables,
    NODE_ENV: 'production',
  };
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
