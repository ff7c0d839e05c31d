import { createRequire } from 'node:module';
import path from 'node:path';

export const studioFolder = path.join(import.meta.dirname, '../../studio');

/** Returns the path of the Sanity CLI from the lock file, which Node can run. */
export function sanityCli(): string {
  const manifest = createRequire(path.join(studioFolder, 'package.json')).resolve('sanity/package.json');
  return path.join(path.dirname(manifest), 'bin/sanity');
}

/** Turns off telemetry, prompts and the check for newer versions. */
export const sanityEnvironment = { DO_NOT_TRACK: '1', CI: '1', NO_UPDATE_NOTIFIER: '1' } as const;
